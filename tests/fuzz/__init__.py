"""Fuzzing: random requests by Schemathesis, and random match files through `replay`."""
