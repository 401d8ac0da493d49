"""The interface for programs: the same services and the same rights as the pages, as JSON."""
