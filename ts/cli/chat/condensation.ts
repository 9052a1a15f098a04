import { type CondensationOptions, loadCondensationConfig, loadProvider } from "../../condensation/index.js";
import type { Screen } from "./screen.js";

/**
 * The settings of `tamis.toml` for a chat's condensations, read anew for each. While the file does not parse, the settings as
 * they were hold.
 *
 * @throws TamisError `CONFIG_INVALID` for a file that does not parse when the chat begins.
 */
export async function followSettings(screen: Pick<Screen, "note">): Promise<() => CondensationOptions> {
  let said = "";
  const say = (problems: readonly string[]) => {
    const text = problems.join("\n");
    if (text !== said && text !== "") screen.note(text);
    said = text;
  };
  const first = loadCondensationConfig();
  const broken: string[] = [];
  for (const { name, folder } of first.plugins) {
    try {
      await loadProvider(name, folder);
    } catch (error) {
      broken.push(`${messageOf(error)}; native takes its place`);
    }
  }
  let settings = first.settings;
  const read = ({ issues }: typeof first) => issues.map(({ path, message }) => `${path}: ${message}`);
  say([...broken, ...read(first)]);
  return () => {
    try {
      const now = loadCondensationConfig();
      say([...broken, ...read(now)]);
      settings = now.settings;
    } catch (error) {
      say([`${messageOf(error)}; the settings as they were hold`]);
    }
    return { settings };
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
