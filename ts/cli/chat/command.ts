import { type Command, InvalidArgumentError, Option } from "commander";
import { exits, positiveSeconds, wholeNumber } from "../shared/options.js";

const EXAMPLES = `
Examples:
  tamis chat --base-url https://api.openai.com/v1 --model gpt-5-mini      key in OPENAI_API_KEY
  tamis chat --wire anthropic --model claude-sonnet-4-5                   key in ANTHROPIC_API_KEY
  tamis chat --base-url http://127.0.0.1:11434/v1 --model llama3 --session notes
  echo "one question" | tamis chat --model gpt-5-mini --no-store

In the chat: /help lists the commands. Ctrl-C stops an answer and keeps the session; /quit or Ctrl-D leaves.
A line that ends in \\ goes on in the next; """ begins and ends a message of several lines.`;

export function register(program: Command): void {
  program
    .command("chat")
    .description("Talk to a model; the conversation is kept, and kept within its limit.")
    .option(
      "--base-url <url>",
      "the endpoint (default: OPENAI_BASE_URL or ANTHROPIC_BASE_URL, else the provider's own)",
    )
    .option("-m, --model <name>", "the model (default: TAMIS_MODEL)")
    .addOption(
      new Option("--wire <wire>", "what the endpoint speaks (default: by the address)").choices([
        "openai-chat",
        "anthropic",
      ]),
    )
    .option("--key-env <name>", "environment variable with the key (default: OPENAI_API_KEY or ANTHROPIC_API_KEY)")
    .option("--session <name>", "go on with this session, or begin one of that name")
    .option("--store <file>", "file of the sessions (default: TAMIS_SESSIONS, else in your data folder)")
    .option("--no-store", "keep the session in memory only")
    .option("--max-tokens <n>", "context limit in tokens", atLeastOne, 128_000)
    .option("--max-output-tokens <n>", "longest answer in tokens (anthropic: 4096 unless given)", atLeastOne)
    .addOption(
      new Option("--on-limit <how>", "what to do at the limit").choices(["trim", "reduce", "condense"]).default("trim"),
    )
    .option("--system <text>", "system prompt of a new session")
    .option("--timeout <seconds>", "give up when nothing comes for so long", positiveSeconds, 120)
    .option("--record <folder>", "keep every request there, byte for byte")
    .option("--json", "each answer, note and warning as one line of JSON on stdout")
    .addHelpText("after", EXAMPLES)
    .action(exits(async (flags) => (await import("./run.js")).runChat(flags)));
}

function atLeastOne(value: string): number {
  const count = wholeNumber(value);
  if (count < 1) throw new InvalidArgumentError("It must be a whole number, 1 or more.");
  return count;
}
