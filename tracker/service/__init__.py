"""The use cases: the only code that sees both rules and store."""
