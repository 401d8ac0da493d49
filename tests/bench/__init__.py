"""Measurements, one module a part: `python -m tests.bench [PART ...]`.

A part has a function `measure` that yields its figures, each the better known the more rounds it
is given; `__main__` lists the parts. Nothing here asserts a time.
"""
