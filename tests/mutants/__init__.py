"""`./dev mutants`: would a test notice a wrong line? Small faults, one at a time."""
