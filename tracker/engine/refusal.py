"""The two ways of saying no: a rule forbids it, or it was never written properly."""


class Refused(Exception):
    """A rule forbids the entry: the rule's number and one sentence with the figures in it.

    `text` and `facts` are kept apart so that a reader's language can put them together again.
    """

    def __init__(self, rule: str, text: str, **facts: object) -> None:
        super().__init__(rule, text, facts)
        self.rule = rule
        self.text = text
        self.facts = facts

    @property
    def message(self) -> str:
        return self.text.format(**self.facts)

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})"


class Invalid(Exception):
    """What was written is not an entry, a set-up or a match: the place and what is wrong there."""

    def __init__(self, where: str, text: str, **facts: object) -> None:
        super().__init__(where, text, facts)
        self.where = where
        self.text = text
        self.facts = facts

    @property
    def message(self) -> str:
        return self.text.format(**self.facts)

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"
