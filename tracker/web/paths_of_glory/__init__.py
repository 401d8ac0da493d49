"""The pages of Paths of Glory."""
