// `tamis/opencode`: a plugin that makes tools' outputs smaller before opencode records them.
import { type Policy, type PolicyInput, resolvePolicy } from "../policy/policy.js";
import { reduceToolOutput } from "../reduce/tool-output.js";

/** What opencode tells of a tool's run. */
export interface OpencodeToolCall {
  /** The tool's name. */
  tool: string;
  /** The call's arguments. */
  args?: unknown;
}

/** What a tool gave back, as opencode's plugins may change it. */
export interface OpencodeToolResult {
  /** What the model is to see; a text is made smaller in place. */
  output?: unknown;
}

/** The hooks that opencode calls. */
export interface OpencodeHooks {
  /** Is called after each run of a tool, before its result is recorded. */
  "tool.execute.after"(call: OpencodeToolCall, result: OpencodeToolResult): Promise<void>;
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
  return async () => ({
    async "tool.execute.after"({ tool, args }, result) {
      if (typeof result?.output !== "string") return;
      try {
        const call = typeof args === "object" && args !== null ? { args } : {};
        result.output = reduceToolOutput(result.output, { tool, ...call, ...settings }).text;
      } catch {
        // opencode goes on with what the tool gave.
      }
    },
  });
}

/** The plugin with what loses nothing, as opencode loads it. */
export const TamisPlugin = createOpencodePlugin();
