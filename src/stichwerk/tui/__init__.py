"""Playing in the terminal: for now the plain line client, which stays as the scriptable one."""
