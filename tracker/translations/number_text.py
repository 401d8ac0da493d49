"""Numbers as a reader sees them, in every language: with a real minus."""


def signed(number: int) -> str:
    """A change with its sign."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def plain(number: int) -> str:
    return str(number) if number >= 0 else f"−{-number}"
