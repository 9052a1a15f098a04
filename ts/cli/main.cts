#!/usr/bin/env node
// CommonJS, and the version before anything else is loaded: scripts ask for it often, and Node starts a file of this
// kind without its loader of modules. The program is modules.
import fs = require("node:fs");

declare const BUILT_VERSION: string;

const argv = process.argv.slice(2);

if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
  try {
    fs.writeSync(1, `${BUILT_VERSION}\n`);
  } catch {
    // The reader is gone; there is nobody left to tell.
  }
} else void main();

/** A failure to load ends the process as any rejection that nobody handles: with its stack on stderr and code 1. */
async function main(): Promise<void> {
  let ended = false;
  // As Node itself does for a module that never ends its `await`: what was not finished is no success.
  process.once("exit", () => {
    if (!ended) process.exitCode ??= 13;
  });
  // A signal that comes while the rest is loaded is heeded, too.
  if (argv[0] === "gateway") (await import("./gateway/signals.js")).heedSignals();
  const { run } = await import("./program.js");
  await run(argv);
  ended = true;
}
