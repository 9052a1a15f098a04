import { type Command, InvalidArgumentError } from "commander";
import { wholeNumber } from "../shared/options.js";
import { shardOf } from "./shard.js";

const EXAMPLES = `
Examples:
  tamis simulate recordings/                       each request billed by its own provider's rules
  tamis simulate recordings/ --prices 0.1,1.25     an ideal prefix cache: reads at 0.1, writes at 1.25
  tamis simulate recordings/ --prices anthropic --prices openai --window 4
  tamis simulate recordings/ --policy tamis.toml --policy other.toml
  tamis simulate recordings/ --html report.html --json > report.json
  tamis simulate recordings/ --shard 3/16 --json > part-3.json
  tamis simulate merge part-*.json --html report.html

Each recording is the last request of a conversation; every earlier one is replayed from it, reduced by each policy and
billed against a model of the provider's prompt cache. Nothing is sent anywhere. Prices: a family (anthropic,
anthropic-5.5, anthropic-fable, anthropic-haiku, openai, openai-5.5, openai-5.6, openai-6.1, gemini, gemini-4, xai,
deepseek, mistral, qwen, kimi, glm, minimax), any model, with -1h, -12h or -long for the long lifetime; none; or
read,write relative to fresh input.

With --shard I/N only every N-th file is replayed, from the I-th of all on: N processes, on as many machines as see the same
files, do the work of one, and merge puts their results together as one run would have had them.

A file that cannot be read as a request is named with the reason, and the rest goes on.
Exit code 1 only where nothing could be read.`;

const MERGE_EXAMPLES = `
Examples:
  tamis simulate merge part-*.json
  tamis simulate merge part-*.json --html report.html --json > report.json

The parts must be of one run: the same policies and prices, and each of 1/N to N/N once.`;

export function register(program: Command): void {
  const simulate = program
    .command("simulate")
    .description("Replay recorded conversations: what each policy does to the bill, prompt caches included.")
    .argument("<path...>", "request bodies and folders of them (*.json, and session logs *.jsonl)")
    .option("-p, --policy <file>", "also replay the policy in this file, TOML or JSON; may be repeated", collect)
    .option("-w, --window <turns>", "tool turns that the policies compared leave alone", positive, 8)
    .option("--prices <prices>", "provider or read,write; may be repeated (default: each request's own)", collect)
    .option("--model <name>", "the model, where the recordings do not say or another one is meant")
    .option("--constant-prefix <tokens>", "tokens of system prompt and tools that the recordings lack", wholeNumber)
    .option("--grounding", "also what calls name that only results had: the share still in the request they answer")
    .option("--json", "all numbers, for every session and in total, as JSON")
    .option("--shard <i/n>", "replay only every n-th file, from the i-th on; for merge, with --json", shardOf)
    .option("--html <file>", "write a page with tables and plots there")
    .addHelpText("after", EXAMPLES)
    .action(async (paths, flags) => {
      const { runSimulate } = await import("./run.js");
      process.exitCode = await runSimulate(paths, { policy: [], prices: [], ...flags });
    });
  simulate
    .command("merge")
    .description("Put the results of all parts of a simulation (--shard, --json) together.")
    .argument("<file...>", "the results, each part once")
    .option("--json", "all numbers, for every session and in total, as JSON")
    .option("--html <file>", "write a page with tables and plots there")
    .addHelpText("after", MERGE_EXAMPLES)
    .action(async (files, _, command) => {
      const { runMerge } = await import("./run.js");
      process.exitCode = await runMerge(files, command.optsWithGlobals());
    });
}

const collect = (value: string, values: string[] = []): string[] => [...values, value];

function positive(value: string): number {
  const turns = wholeNumber(value);
  if (turns < 1) throw new InvalidArgumentError("It must be a whole number, 1 or more.");
  return turns;
}
