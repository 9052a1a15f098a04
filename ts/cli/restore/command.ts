import type { Command } from "commander";

const EXAMPLES = `
Examples:
  tamis reduce request.json -o small.json --originals originals.json
  tamis restore small.json --report originals.json > request.json
  tamis restore small.json --store ~/.cache/tamis/originals

--report takes a file that tamis reduce --originals has written; messages may have been added to the body since. --store
takes a folder of originals, and puts back each placeholder that names a handle (ref=…) of that folder. Placeholders
without one stay. Exit code 1 where something could not be put back; the body is written all the same.`;

export function register(program: Command): void {
  program
    .command("restore")
    .description("Put back what a reduction replaced, byte for byte.")
    .argument("[file]", "the reduced body; stdin where it is missing or -")
    .option("--report <file>", "put back the originals in this file")
    .option("--store <folder>", "put back the originals in this folder")
    .option("--tenant <name>", "with --store: whose originals", "default")
    .option("--json", "what was put back and what is missing, as JSON on stderr")
    .option("-o, --output <file>", "write the body there instead of stdout, replaced as a whole")
    .addHelpText("after", EXAMPLES)
    .action(async (file, flags) => {
      const { runRestore } = await import("./run.js");
      process.exitCode = await runRestore(file, flags);
    });
}
