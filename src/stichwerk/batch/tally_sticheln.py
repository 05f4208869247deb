"""What a playout of Sticheln counts: scores by place after the first leader, and what each chosen card brought."""

from stichwerk.batch import tallies
from stichwerk.rules import rounds
from stichwerk.rules import sticheln as rules


def opening(o: list[int], s: list[int]) -> int:
    """Who leads the round's first trick."""
    return s[rules.LEADER]


def round_over(o: list[int], s: list[int], first: int, out: list[int]) -> None:
    together = 0
    for place in range(o[rules.PLAYERS]):
        seat = rounds.left_of(first, place, o[rules.PLAYERS])
        points = rules.score(o, s, seat)
        together += points
        tallies.count_score(out, place, points)
        chosen = s[rules.CHOSEN + seat]
        if rules.first_chosen(chosen) >= 0:
            tallies.count_card(out, rules.first_chosen(chosen), points)
        if rules.second_chosen(chosen) >= 0:
            tallies.count_card(out, rules.second_chosen(chosen), points)
    tallies.count_table(out, together)


def game_over(o: list[int], s: list[int], moves: int, out: list[int]) -> None:
    tallies.count_game(out, moves, s[rules.ROUND], rules.winners(o, s))
