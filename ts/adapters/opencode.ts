// `tamis/opencode`: a plugin that makes tools' outputs smaller before opencode records them.
import { type Policy, type PolicyInput, resolvePolicy } from "../policy/policy.js";
import { reduceToolOutput } from "../reduce/tool-output.js";

/** What opencode tells of a tool's run. */
export interface OpencodeToolCall {
  /** The tool's name. */
  tool: string;
  /** The call's arguments. */
  args?: unknown;
  /** The conversation. */
  sessionID?: string;
}

/** What a tool gave back, as opencode's plugins may change it. */
export interface OpencodeToolResult {
  /** What the model is to see; a text is made smaller in place. */
  output?: unknown;
}

/** What opencode asks its model for, when it replaces a conversation by a summary. */
export interface OpencodeCompaction {
  /** Texts behind the conversation in that request. */
  context: string[];
}

/** The hooks that opencode calls. */
export interface OpencodeHooks {
  /** Is called after each run of a tool, before its result is recorded. */
  "tool.execute.after"(call: OpencodeToolCall, result: OpencodeToolResult): Promise<void>;
  /** Is called before a conversation is summarised: tells the model what the marks in shortened outputs mean. */
  "experimental.session.compacting"(session: { sessionID?: string }, compaction: OpencodeCompaction): Promise<void>;
}

/** Settings of the plugin. */
export interface OpencodePluginOptions {
  /** A policy or its settings, of which `arrival` counts. @default every kind that loses nothing */
  policy?: PolicyInput | Policy;
}

/**
 * Creates the plugin with settings of one's own. It never fails a tool.
 *
 * @throws TamisError `POLICY_INVALID`.
 */
export function createOpencodePlugin({ policy }: OpencodePluginOptions = {}): () => Promise<OpencodeHooks> {
  const settings = policy === undefined ? {} : { policy: resolvePolicy(policy) };
  const shortened = new Set<string>();
  return async () => ({
    async "tool.execute.after"({ tool, args, sessionID = "" }, result) {
      if (typeof result?.output !== "string") return;
      try {
        const call = typeof args === "object" && args !== null ? { args } : {};
        const { text } = reduceToolOutput(result.output, { tool, ...call, ...settings });
        if (text.length < result.output.length) remember(shortened, sessionID);
        result.output = text;
      } catch {
        // opencode goes on with what the tool gave.
      }
    },
    async "experimental.session.compacting"({ sessionID = "" }, compaction) {
      if (shortened.has(sessionID) && Array.isArray(compaction?.context)) compaction.context.push(FOR_THE_SUMMARY);
    },
  });
}

/** Conversations with shortened outputs that are remembered. */
const MOST_SESSIONS = 500;

function remember(sessions: Set<string>, session: string): void {
  sessions.delete(session);
  sessions.add(session);
  for (const oldest of sessions) {
    if (sessions.size <= MOST_SESSIONS) break;
    sessions.delete(oldest);
  }
}

/** Without it a summary repeats marks whose lines are gone, and the model after it takes them for a tool's words. */
const FOR_THE_SUMMARY =
  "Outputs of tools in this conversation were shortened by Tamis before they were recorded: a line in square brackets, such " +
  'as "[… 120 chars …]", says what was left out. In the summary say in plain words what such a line means, never ' +
  "repeat the line itself, and name the command or file by which the whole output can be had again.";

/** The plugin with what loses nothing, as opencode loads it. */
export const TamisPlugin = createOpencodePlugin();
