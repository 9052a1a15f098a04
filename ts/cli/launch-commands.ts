import type { CommandModule, Commands } from "./run-program.js";

/** The commands that start another program with a gateway beside it. */
export const LAUNCH_COMMANDS = {
  run: () => import("./run/command.js"),
  claude: () => agent("claude"),
  codex: () => agent("codex"),
  gemini: () => agent("gemini"),
  opencode: () => agent("opencode"),
} satisfies Commands;

const agent = async (name: "claude" | "codex" | "gemini" | "opencode"): Promise<CommandModule> => ({
  register: (await import("./agents/command.js")).commandOf(name),
});
