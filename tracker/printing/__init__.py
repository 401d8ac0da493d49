"""Paper: the sources in `printouts/` and plain data, made into PDF."""
