// An empty module: measures the start of Node itself, with its loader of modules.
