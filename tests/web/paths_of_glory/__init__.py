"""Tests of the pages of Paths of Glory."""
