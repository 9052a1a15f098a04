// Nothing: what Node itself takes to start, with its loader of modules.
