import { type Command, InvalidArgumentError } from "commander";
import { wholeNumber } from "../shared/options.js";

const EXAMPLES = `
Examples:
  tamis simulate recordings/                       each request billed by its own provider's rules
  tamis simulate recordings/ --prices 0.1,1.25     an ideal prefix cache: reads at 0.1, writes at 1.25
  tamis simulate recordings/ --prices anthropic --prices openai --window 4
  tamis simulate recordings/ --policy tamis.toml --policy other.toml
  tamis simulate recordings/ --html report.html --json > report.json

Each recording is the last request of a conversation; every earlier one is replayed from it, reduced by each policy and
billed against a model of the provider's prompt cache. Nothing is sent anywhere. Prices: a family (anthropic,
anthropic-5.5, anthropic-fable, anthropic-haiku, openai, openai-5.5, openai-5.6, openai-6.1, gemini, gemini-4, xai,
deepseek, mistral, qwen, kimi, glm, minimax), any model, with -1h, -12h or -long for the long lifetime; none; or
read,write relative to fresh input.

A file that cannot be read as a request is named with the reason, and the rest goes on.
Exit code 1 only where nothing could be read.`;

export function register(program: Command): void {
  program
    .command("simulate")
    .description("Replay recorded conversations: what each policy does to the bill, prompt caches included.")
    .argument("<path...>", "request bodies and folders of them (*.json, and session logs *.jsonl)")
    .option("-p, --policy <file>", "also replay the policy in this file, TOML or JSON; may be repeated", collect, [])
    .option("-w, --window <turns>", "tool turns that the policies compared leave alone", positive, 8)
    .option("--prices <prices>", "provider or read,write; may be repeated (default: each request's own)", collect, [])
    .option("--model <name>", "the model, where the recordings do not say or another one is meant")
    .option("--constant-prefix <tokens>", "tokens of system prompt and tools that the recordings lack", wholeNumber)
    .option("--grounding", "also what calls name that only results had: the share still in the request they answer")
    .option("--json", "all numbers, for every session and in total, as JSON")
    .option("--html <file>", "write a page with tables and plots there")
    .addHelpText("after", EXAMPLES)
    .action(async (paths, flags) => {
      const { runSimulate } = await import("./run.js");
      process.exitCode = await runSimulate(paths, flags);
    });
}

const collect = (value: string, values: string[] = []): string[] => [...values, value];

function positive(value: string): number {
  const turns = wholeNumber(value);
  if (turns < 1) throw new InvalidArgumentError("It must be a whole number, 1 or more.");
  return turns;
}
