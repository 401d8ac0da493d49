"""A toy title: a race with a pile of hidden cards, for tests that need a title and no game."""
