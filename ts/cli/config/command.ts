import type { Command } from "commander";
import { exits } from "../shared/options.js";

const EXAMPLES = `
Examples:
  tamis config init                       your own configuration, commented, with its schema beside it
  tamis config init --output tamis.toml
  tamis config show
  tamis config validate tamis.toml
  tamis config schema > tamis.schema.json
  tamis config get                        the settings of condensations, with their defaults and what they do
  tamis config set provider smart --workspace
  tamis config set modes.code.targetReductionPercent 60 --dry-run
  tamis config set mask.windowTurns 12
  tamis config set run.cache_lifetime client   launches leave the lifetime of the prompt cache to the agent
  tamis config unset provider
  tamis config migrate                    older settings in the new form, beside a copy of the file
  tamis config export > settings.json
  tamis config import settings.json --dry-run

Exit code 2 where a configuration cannot be used; the message names file, line and column.`;

/** Of what prints JSON in any case. */
const ALWAYS_JSON = "taken as everywhere: the output is JSON without it, too";

export function register(program: Command): void {
  const config = program
    .command("config")
    .description("Write, show and check the configuration of the gateway, and change the settings of condensations.")
    .addHelpText("after", EXAMPLES);
  config
    .command("init")
    .description("Write a commented configuration and its schema.")
    .option("-o, --output <file>", "write there instead of your own configuration")
    .option("-f, --force", "replace a file that is there")
    .option("--json", "the files that were written, as JSON")
    .action(exits(async (flags) => (await import("./run.js")).initConfig(flags)));
  config
    .command("show")
    .description("Print the configuration in use as JSON, and the files it comes from.")
    .option("-c, --config <file>", "the configuration, and no other")
    .option("--json", ALWAYS_JSON)
    .action(exits(async (flags) => (await import("./run.js")).showConfig(flags)));
  config
    .command("validate")
    .description("Check a configuration, and the files and variables that it names; without a file the one in use.")
    .argument("[file]", "the configuration, and no other")
    .option("--json", "the same as JSON")
    .action(exits(async (file, flags) => (await import("./validate.js")).validateConfig(file, flags)));
  addSettings(config);
  config
    .command("schema")
    .description("Print the JSON Schema of tamis.toml.")
    .option("--json", ALWAYS_JSON)
    .action(exits(async () => (await import("./run.js")).printSchema()));
}

/** Commands for the table [condensation]. */
function addSettings(config: Command): void {
  const scoped = (command: Command) =>
    command
      .option("--global", "your own configuration (the default)")
      .option("--workspace", "the tamis.toml of the working directory");
  const changing = (command: Command) =>
    scoped(command)
      .option("-n, --dry-run", "say what would change, and write nothing")
      .option("--json", "what changed, as JSON");
  config
    .command("get")
    .description("Print the settings of condensations, or the value of one key, of the default policy too.")
    .argument("[key]", "such as provider, modes.code.provider or mask.windowTurns")
    .option("--mode <mode>", "the mode whose settings count")
    .option("--json", "the same as JSON")
    .action(exits(async (key, flags) => (await import("./settings.js")).getSetting(key, flags)));
  changing(config.command("set").description("Set a setting of condensations, or of the default policy."))
    .argument("<key>", "such as provider, modes.code.provider or mask.windowTurns")
    .argument("<value>", "a word, a number, true, false, or JSON")
    .action(exits(async (key, value, flags) => (await import("./settings.js")).setSetting(key, value, flags)));
  changing(config.command("unset").description("Remove a setting of condensations, so that its default holds."))
    .argument("<key>", "such as provider, or modes.code.provider")
    .action(exits(async (key, flags) => (await import("./settings.js")).setSetting(key, undefined, flags)));
  changing(
    config.command("migrate").description("Write older settings in the new form, beside a dated copy of the file."),
  ).action(exits(async (flags) => (await import("./settings.js")).migrate(flags)));
  config
    .command("export")
    .description("Print the settings of condensations as one JSON file.")
    .option("--json", ALWAYS_JSON)
    .action(exits(async () => (await import("./settings.js")).exportAll()));
  changing(config.command("import").description("Take over exported settings; first shows what changes."))
    .argument("<file>", "a file of tamis config export, or older settings as JSON")
    .action(exits(async (file, flags) => (await import("./settings.js")).importAll(file, flags)));
}
