"""`python -m stichwerk`."""

from stichwerk.cli import main

raise SystemExit(main())
