import { pathToFileURL } from "node:url";
import {
  HOOK_AGENTS,
  type HookAgent,
  installPlugin,
  type PluginChange,
  type PluginParts,
  uninstallPlugin,
} from "../../agents/index.js";
import { homeFolder } from "../../base/home-folder.js";
import { explainSystemError } from "../../base/system-errors.js";
import { packageVersion } from "../../base/version.js";
import { CliFailure, FAILED, WRONG_USAGE } from "../shared/failure.js";
import { writeJson, writeText } from "../shared/io.js";

/** `tamis plugin install` and `uninstall`. */
export async function runPlugin(
  action: "install" | "uninstall",
  agent: string,
  { project = false, json = false }: { project?: boolean; json?: boolean },
): Promise<number> {
  if (!isHookAgent(agent)) {
    const message = `there is no plugin for ${JSON.stringify(agent.slice(0, 40))}; there is one for ${HOOK_AGENTS.join(" and ")}`;
    throw new CliFailure(WRONG_USAGE, message);
  }
  const place = {
    env: process.env,
    home: homeFolder(),
    workspace: project ? process.cwd() : undefined,
  };
  const changes = act(() =>
    action === "install" ? installPlugin(agent, place, ownParts()) : uninstallPlugin(agent, place),
  );
  await (json ? writeJson({ agent, action, changes }) : writeText(said(action, changes)));
  return 0;
}

const isHookAgent = (name: string): name is HookAgent => HOOK_AGENTS.some((one) => one === name);

/** How this installation is started, wherever the agent runs. */
function ownParts(): PluginParts {
  const main = process.argv[1] ?? "";
  const command = { file: process.execPath, args: [main] };
  const module = new URL("../adapters/opencode.js", pathToFileURL(main)).href;
  return { command, version: packageVersion(), module };
}

function act(change: () => PluginChange[]): PluginChange[] {
  try {
    return change();
  } catch (error) {
    if (!(error instanceof Error) || !("syscall" in error)) throw error;
    throw new CliFailure(
      FAILED,
      `cannot write ${"path" in error ? error.path : "the agent's settings"}: ${explainSystemError(error)}; nothing was changed`,
    );
  }
}

const WORDS: Readonly<Record<PluginChange["change"], string>> = {
  written: "written",
  changed: "changed",
  removed: "what was ours is gone",
  none: "as it was",
};

function said(action: "install" | "uninstall", changes: readonly PluginChange[]): string {
  const lines = changes.map(({ file, change }) => `${file}: ${WORDS[change]}\n`);
  const isNothing = changes.every(({ change }) => change === "none");
  if (isNothing) return action === "install" ? "it is installed already\n" : "nothing of ours is there\n";
  return `${lines.join("")}${action === "install" ? "it is used from the agent's next start on\n" : ""}`;
}
