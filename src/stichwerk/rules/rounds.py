"""What games share: who sits left of whom; and of Sticheln and Hat Trick totals over the rounds, and who wins (RULES 2.3, 3)."""


def left_of(seat: int, steps: int, players: int) -> int:
    """The seat so many steps on in playing order, at most once round. (A division here would cost a third of the speed.)"""
    seat += steps
    return seat - players if seat >= players else seat


def has_played(leader: int, played: int, players: int, seat: int) -> bool:
    """Whether the seat's card lies in the trick."""
    return left_of(seat, players - leader, players) < played


def winners(s: list[int], totals: int, players: int) -> int:
    """The seats with the most points, a bit each: equal top totals share the win."""
    best = s[totals]
    for seat in range(1, players):
        best = max(best, s[totals + seat])
    found = 0
    for seat in range(players):
        if s[totals + seat] == best:
            found |= 1 << seat
    return found
