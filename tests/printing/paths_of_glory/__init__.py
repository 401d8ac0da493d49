"""Tests of this title's paper."""
