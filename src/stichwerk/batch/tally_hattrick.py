"""What a playout of Hat Trick counts: scores by place after the first leader."""

from stichwerk.batch import tallies
from stichwerk.rules import hattrick as rules
from stichwerk.rules import rounds


def opening(o: list[int], s: list[int]) -> int:
    """Who leads the round's first trick."""
    return s[rules.LEADER]


def round_over(o: list[int], s: list[int], first: int, out: list[int]) -> None:
    together = 0
    for place in range(o[rules.PLAYERS]):
        points = rules.score(o, s, rounds.left_of(first, place, o[rules.PLAYERS]))
        together += points
        tallies.count_score(out, place, points)
    tallies.count_table(out, together)


def game_over(o: list[int], s: list[int], moves: int, out: list[int]) -> None:
    tallies.count_game(out, moves, s[rules.ROUND], rules.winners(o, s))
