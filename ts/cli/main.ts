#!/usr/bin/env node
// The version is answered before anything else is loaded: scripts ask for it often, and it should cost no more than
// Node's own start.
import { readFileSync, writeSync } from "node:fs";

const argv = process.argv.slice(2);

if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
  const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  try {
    writeSync(1, `${manifest.version}\n`);
  } catch {
    // The reader is gone; there is nobody left to tell.
  }
} else {
  // A signal that comes while the rest is loaded is heeded, too.
  if (argv[0] === "gateway") (await import("./gateway-signals.js")).heedSignals();
  const { run } = await import("./program.js");
  await run(argv);
}
