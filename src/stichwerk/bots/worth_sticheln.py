"""What cards of Sticheln bring who takes them, if their colour is a marked one with some likelihood (RULES 2.2.3, 2.4)."""

from stichwerk.rules import sticheln as rules


def of_numbers(o: list[int], likely: float, numbers: int) -> float:
    """Cards of one colour, their numbers given as bits."""
    return (1.0 - likely) * rules.worth(o, numbers, 0) + likely * rules.worth(o, numbers, 1)


def of(o: list[int], likely: float, number: int) -> float:
    return of_numbers(o, likely, 1 << number)
