"""`python -m config.supervisor` runs the product until Ctrl-C."""

import sys

from config.supervisor.run import main

sys.exit(main())
