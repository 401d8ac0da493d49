"""`python -m tracker.command`: the same as `quartermaster`."""

import sys

from tracker.command import main

sys.exit(main())
