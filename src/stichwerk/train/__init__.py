"""Where the learned bots' weights come from: self-play in compiled loops. `python -m stichwerk.train --help`."""
