import type { Command } from "commander";

const EXAMPLES = `
Examples:
  tamis config init                       your own configuration, commented, with its schema beside it
  tamis config init --output tamis.toml
  tamis config show
  tamis config validate tamis.toml
  tamis config schema > tamis.schema.json

Exit code 2 where a configuration cannot be used; the message names file, line and column.`;

export function register(program: Command): void {
  const config = program
    .command("config")
    .description("Write, show and check the configuration of the gateway.")
    .addHelpText("after", EXAMPLES);
  config
    .command("init")
    .description("Write a commented configuration and its schema.")
    .option("-o, --output <file>", "write there instead of your own configuration")
    .option("-f, --force", "replace a file that is there")
    .action(async (flags) => {
      process.exitCode = await (await import("./run.js")).initConfig(flags);
    });
  config
    .command("show")
    .description("Print the configuration in use as JSON, and the files it comes from.")
    .option("-c, --config <file>", "the configuration, and no other")
    .action(async (flags) => {
      process.exitCode = await (await import("./run.js")).showConfig(flags);
    });
  config
    .command("validate")
    .description("Check a configuration, and the files and variables that it names; without a file the one in use.")
    .argument("[file]", "the configuration, and no other")
    .option("--json", "the same as JSON")
    .action(async (file, flags) => {
      process.exitCode = await (await import("./validate.js")).validateConfig(file, flags);
    });
  config
    .command("schema")
    .description("Print the JSON Schema of tamis.toml.")
    .action(async () => {
      process.exitCode = await (await import("./run.js")).printSchema();
    });
}
