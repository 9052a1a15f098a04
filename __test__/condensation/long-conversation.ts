/** A conversation of an agent with many turns, on OpenAI Chat: the same for the same number. */

const lines = (from: number, count: number, text: (line: number) => string): string =>
  Array.from({ length: count }, (_, at) => text(from + at)).join("\n");

/** A file of a module, with names of its own. */
export const fileOf = (turn: number): string =>
  lines(1, 60, (line) => `${line}→export const value${turn}_${line} = compute${turn}(${line * 7}, "item ${line}");`);

/** The same with the numbers that the lossless phase leaves of lines that were read. */
export const thinnedFileOf = (turn: number): string =>
  fileOf(turn).replaceAll(/^(\d+)→/gm, (prefix, number) => (number === "1" || number % 10 === 0 ? prefix : ""));

const SENTENCES = [
  "The module reads its settings once and keeps them for the process.",
  "Several callers pass the options through without looking at them.",
  "The names in this part of the code follow an older convention.",
  "There is a helper for dates that two other files import as well.",
  "The comments describe the format in more detail than the manual.",
  "Most of the work happens in one loop over the entries.",
  "The loop writes its progress to the log at every hundredth entry.",
];

/** Prose without decisions, errors or acknowledgements. */
export const proseOf = (turn: number, count: number): string =>
  Array.from({ length: count }, (_, at) => SENTENCES[(at + turn) % SENTENCES.length]).join(" ");

const call = (id: string, name: string, args: object) => ({
  ...{ id, type: "function" },
  function: { name, arguments: JSON.stringify(args) },
});

/** What each turn has in it. */
export interface LongOptions {
  turns: number;
  /** Sentences of thinking. @default 12 */
  thinking?: number;
  /** Sentences of each answer. @default 10 */
  answer?: number;
  /** Chars of the text that each turn writes. @default 1,200 */
  written?: number;
}

/** Turns of question, thinking, a read, a write and an answer. */
export function longConversation({ turns, thinking = 12, answer = 10, written = 1_200 }: LongOptions): object[] {
  const messages: object[] = [{ role: "system", content: "You are a careful programmer." }];
  for (let turn = 0; turn < turns; turn++) {
    const body = lines(1, Math.ceil(written / 40), (line) => `written line ${line} of turn ${turn} goes here`).slice(
      0,
      written,
    );
    messages.push(
      { role: "user", content: `Please change module ${turn}, and mind rule ${turn * 11}.` },
      {
        role: "assistant",
        content: null,
        reasoning_content: `${proseOf(turn, thinking)} So module ${turn} gets a flag.`,
        tool_calls: [call(`r${turn}`, "read_file", { path: `src/module${turn}.ts` })],
      },
      { role: "tool", tool_call_id: `r${turn}`, content: fileOf(turn) },
      {
        role: "assistant",
        content: null,
        tool_calls: [call(`w${turn}`, "write_file", { path: `src/module${turn}.ts`, content: body })],
      },
      { role: "tool", tool_call_id: `w${turn}`, content: `Wrote src/module${turn}.ts.` },
      {
        role: "assistant",
        content: `You are right about rule ${turn * 11}. ${proseOf(turn, answer)} I decided to keep flag ${turn}. Module ${turn} is done.`,
      },
    );
  }
  messages.push({ role: "user", content: "Thanks. What is next?" });
  return messages;
}
