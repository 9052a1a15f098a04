import { messageOf } from "../../base/errors.js";
import { type loadCondensationConfig, loadProvider } from "../../condensation/index.js";

type Config = Pick<ReturnType<typeof loadCondensationConfig>, "plugins" | "issues">;

/** Loads the plug-ins of a configuration. Gives what is wrong with one, for people: native takes its place. */
export async function loadPlugIns({ plugins }: Config): Promise<string[]> {
  const broken: string[] = [];
  for (const { name, folder } of plugins) {
    try {
      await loadProvider(name, folder);
    } catch (error) {
      broken.push(`${messageOf(error)}; native takes its place`);
    }
  }
  return broken;
}

/** What is wrong with the settings of a configuration, for people. */
export const settingProblems = ({ issues }: Config): string[] =>
  issues.map(({ path, message }) => `${path}: ${message}`);
