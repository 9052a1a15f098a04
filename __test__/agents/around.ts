// A user's home and workspace with settings of agents.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { agentProfiles, type LaunchPlan, planLaunch } from "../../ts/agents/index.js";
import { temporaryFolder, writeTo } from "../support/folder.js";

export interface Around {
  env?: Record<string, string>;
  args?: string[];
  /** Text by path below the home folder. */
  home?: Record<string, string>;
  /** Text by path below the workspace. */
  workspace?: Record<string, string>;
  configured?: string[];
}

/** The plan of an agent's launch. `folder` has `home` and `work` in it. */
export function planFor(name: string, around: Around = {}): LaunchPlan & { folder: string } {
  const folder = temporaryFolder();
  const write = (below: string, files: Record<string, string> = {}) => {
    mkdirSync(join(folder, below), { recursive: true });
    for (const [path, text] of Object.entries(files)) {
      const file = join(folder, below, path);
      writeTo(file, text);
    }
  };
  write("home", around.home);
  write("work", around.workspace);
  const profile = agentProfiles().find((one) => one.name === name);
  if (profile === undefined) throw new Error(`no profile ${name}`);
  const { env = {}, args = [], configured = [] } = around;
  const plan = planLaunch(profile, { env, args, cwd: join(folder, "work"), home: join(folder, "home") }, configured);
  return { ...plan, folder };
}
