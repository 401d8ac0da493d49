"""The Grizzled, with At Your Orders: its rules, one module a chapter."""
