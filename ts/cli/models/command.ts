// What `tamis models` takes. What it does is loaded when it runs.
import { type Command, Option } from "commander";
import { WIRE_NAMES } from "../../contract/wires.js";
import { exits } from "../shared/options.js";

const EXAMPLES = `
Examples:
  tamis models                                   every row of the table
  tamis models claude-opus-5-5                   what is believed of a model, and why
  tamis models us.anthropic.claude-opus-5-5-v1:0 openrouter/z-ai/glm-5.2:free
  tamis models my-alias --host api.deepseek.com --wire anthropic
  tamis models my-model --policy tamis.toml      with the rows of a policy ([[models]])
  tamis models --json

A model is found by its name, else by its vendor (the vendor's newest row), else by the host, else by the wire.`;

export function register(program: Command): void {
  program
    .command("models")
    .description("Show what is believed of models: cache prices, lifetimes, context limits, thinking; and why.")
    .argument("[names...]", "names of models, as any provider spells them")
    .option("--host <host>", "the endpoint's host or address, for names that say nothing")
    .addOption(new Option("--wire <wire>", "the request's wire, for names that say nothing").choices(WIRE_NAMES))
    .option("-p, --policy <file>", "rows of this policy come first")
    .option("--json", "the same as JSON")
    .addHelpText("after", EXAMPLES)
    .action(exits(async (names, flags) => (await import("./run.js")).runModels(names, flags)));
}
