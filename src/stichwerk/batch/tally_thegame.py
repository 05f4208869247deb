"""What a playout of The Game counts: how many cards were left (as negative points, in the first place)."""

from stichwerk.batch import tallies
from stichwerk.rules import thegame as rules


def opening(o: list[int], s: list[int]) -> int:
    return 0


def round_over(o: list[int], s: list[int], first: int, out: list[int]) -> None:
    tallies.count_score(out, 0, -rules.left(s))


def game_over(o: list[int], s: list[int], moves: int, out: list[int]) -> None:
    tallies.count_game(out, moves, 1, 1 if rules.left(s) == 0 else 0)
