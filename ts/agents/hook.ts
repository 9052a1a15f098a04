// An agent's event after a tool's run: its output is made smaller before the model sees it.
import type { ToolOutput, ToolOutputOptions } from "../reduce/tool-output.js";
import { CLIP_MARK } from "../text/clip.js";
import { isRecord } from "../text/json-value.js";

/** Agents whose hook may replace a tool's output. */
export const HOOK_AGENTS = ["claude", "opencode"] as const;

/** One of {@link HOOK_AGENTS}. */
export type HookAgent = (typeof HOOK_AGENTS)[number];

/** What came of an event. */
export interface HookResult {
  /** What to answer; undefined: nothing is to be replaced. */
  answer: object | undefined;
  /** The agent's own id of the conversation. */
  session: string | undefined;
  tool: string;
  args: unknown;
  /** Whether the answer lacks something of the output that a model may need. */
  isCut: boolean;
  charsBefore: number;
  charsAfter: number;
}

/** Makes one text smaller. */
export type Reduce = (text: string, options: ToolOutputOptions) => Pick<ToolOutput, "text" | "kind">;

/** Where the parts of an agent's event are, and what its answer looks like. */
interface HookShape {
  tool: string;
  args: string;
  output: string;
  session: string;
  answer(output: unknown): object;
}

const SHAPES: Record<HookAgent, HookShape> = {
  // The output has the tool's own shape, which Claude Code checks before it takes it.
  claude: {
    ...{ tool: "tool_name", args: "tool_input", output: "tool_response", session: "session_id" },
    answer: (output) => ({ hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput: output } }),
  },
  opencode: {
    ...{ tool: "tool", args: "args", output: "output", session: "sessionID" },
    answer: (output) => ({ output }),
  },
};

/**
 * Reduces the output in an event.
 *
 * @param event As the agent sends it: its JSON, parsed.
 * @returns undefined for an event of an unknown shape.
 */
export function reduceHookEvent(agent: HookAgent, event: unknown, reduce: Reduce): HookResult | undefined {
  const shape = SHAPES[agent];
  if (!isRecord(event)) return undefined;
  const { [shape.tool]: tool, [shape.args]: args, [shape.output]: output, [shape.session]: session } = event;
  if (typeof tool !== "string" || output === undefined || output === null) return undefined;
  const call = { tool, args: isRecord(args) ? args : {}, ...(failed(output) ? { isError: true } : {}) };
  const count = { before: 0, after: 0 };
  let isCut = false;
  const shorten = (text: string): string => {
    const { text: smaller, kind } = reduce(text, call);
    isCut ||= kind === "clip" || kind === "long_lines" || (smaller.includes(CLIP_MARK) && !text.includes(CLIP_MARK));
    count.before += text.length;
    count.after += smaller.length;
    return smaller;
  };
  const reduced = shortenTexts(output, shorten, MOST_DEPTH);
  return {
    answer: count.after < count.before ? shape.answer(reduced) : undefined,
    session: typeof session === "string" ? session.slice(0, 128) : undefined,
    tool,
    args,
    isCut,
    charsBefore: count.before,
    charsAfter: count.after,
  };
}

/** Errors lose nothing. */
const failed = (output: unknown): boolean =>
  isRecord(output) && (output.isError === true || output.is_error === true || output.interrupted === true);

/** Keys under which tools have the text that a model reads. Everything else stays as it is. */
const TEXT_KEYS: ReadonlySet<string> = new Set(["stdout", "stderr", "content", "output", "text", "result", "file"]);
const MOST_DEPTH = 4;

function shortenTexts(value: unknown, shorten: (text: string) => string, depth: number): unknown {
  if (typeof value === "string") return shorten(value);
  if (depth === 0) return value;
  if (Array.isArray(value))
    return value.map((item) => (isRecord(item) ? shortenTexts(item, shorten, depth - 1) : item));
  if (!isRecord(value)) return value;
  // Images are base64, which is no text.
  if (value.isImage === true || value.type === "image") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      TEXT_KEYS.has(key) ? shortenTexts(inner, shorten, depth - 1) : inner,
    ]),
  );
}
