import { homedir } from "node:os";
import { pathToFileURL } from "node:url";
import { HOOK_AGENTS, type HookAgent, installPlugin, type PluginChange, uninstallPlugin } from "../../agents/index.js";
import { CliFailure, explainSystemError, FAILED, WRONG_USAGE } from "../shared/failure.js";
import { writeText } from "../shared/io.js";

/** `tamis plugin install` and `uninstall`. */
export async function runPlugin(
  action: "install" | "uninstall",
  agent: string,
  { project = false }: { project?: boolean },
): Promise<number> {
  if (!isHookAgent(agent)) {
    const message = `there is no plugin for ${JSON.stringify(agent.slice(0, 40))}; there is one for ${HOOK_AGENTS.join(" and ")}`;
    throw new CliFailure(WRONG_USAGE, message);
  }
  const place = {
    env: process.env,
    home: process.env.HOME || homedir(),
    workspace: project ? process.cwd() : undefined,
  };
  const change = act(() =>
    action === "install" ? installPlugin(agent, place, ownNames()) : uninstallPlugin(agent, place),
  );
  await writeText(`${said(action, change)}\n`);
  return 0;
}

const isHookAgent = (name: string): name is HookAgent => HOOK_AGENTS.some((one) => one === name);

/** How this installation is started, wherever the agent runs. */
function ownNames(): { command: string; module: string } {
  const main = process.argv[1] ?? "";
  const quoted = [process.execPath, main].map((part) => `"${part}"`).join(" ");
  return { command: quoted, module: new URL("../adapters/opencode.js", pathToFileURL(main)).href };
}

function act(change: () => PluginChange): PluginChange {
  try {
    return change();
  } catch (error) {
    if (!(error instanceof Error) || !("syscall" in error)) throw error;
    throw new CliFailure(
      FAILED,
      `cannot write the agent's settings: ${explainSystemError(error)}; nothing was changed`,
    );
  }
}

function said(action: "install" | "uninstall", { file, change }: PluginChange): string {
  if (change === "none") return action === "install" ? `${file} has it already` : `${file} has nothing of ours`;
  return action === "install" ? `${file}: the hook is in it from the next start on` : `${file}: the hook is gone`;
}
