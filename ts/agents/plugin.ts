// Puts the hook into an agent's own settings, when its user asks for that, and takes it out again.
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { TamisError } from "../base/errors.js";
import { replaceFile } from "../base/replace-file.js";
import type { HookAgent } from "./hook.js";

/** Where a plugin is installed. */
export interface PluginPlace {
  env: NodeJS.ProcessEnv;
  home: string;
  /** The workspace; undefined for all workspaces of the user. */
  workspace: string | undefined;
}

/** What was done to a file. */
export interface PluginChange {
  file: string;
  /** `written`: made anew; `changed`: more in it; `removed`: the file, or what was ours in it; `none`: it was so already. */
  change: "written" | "changed" | "removed" | "none";
}

type Json = Record<string, unknown>;

/**
 * Installs the hook.
 *
 * @param command The program that is Tamis, as a shell starts it.
 * @param module URL of the module that opencode loads.
 * @throws TamisError `CONFIG_INVALID` where the agent's settings cannot be read as JSON; a system error where they cannot be
 * written. Nothing is changed then.
 */
export function installPlugin(
  agent: HookAgent,
  place: PluginPlace,
  { command, module }: { command: string; module: string },
): PluginChange {
  if (agent === "opencode") return writeOwnFile(opencodeFile(place), opencodePlugin(module));
  const file = claudeFile(place);
  const settings = readSettings(file);
  if (matchersOf(settings).some(isOurs)) return { file, change: "none" };
  const ours = { matcher: "*", hooks: [{ type: "command", command: `${command} hook claude`, timeout: 10 }] };
  const hooks = isObject(settings.hooks) ? settings.hooks : {};
  const next = { ...settings, hooks: { ...hooks, PostToolUse: [...matchersOf(settings), ours] } };
  const isNew = !existsSync(file);
  writeSettings(file, next);
  return { file, change: isNew ? "written" : "changed" };
}

/** Takes the hook out again: what was there before is as it was. @throws as {@link installPlugin} */
export function uninstallPlugin(agent: HookAgent, place: PluginPlace): PluginChange {
  if (agent === "opencode") return removeOwnFile(opencodeFile(place));
  const file = claudeFile(place);
  const settings = readSettings(file);
  const rest = matchersOf(settings).filter((matcher) => !isOurs(matcher));
  if (rest.length === matchersOf(settings).length) return { file, change: "none" };
  const { PostToolUse: _, ...hooks } = settings.hooks as Json;
  const allHooks = rest.length > 0 ? { ...hooks, PostToolUse: rest } : hooks;
  const { hooks: __, ...others } = settings;
  const next = Object.keys(allHooks).length > 0 ? { ...others, hooks: allHooks } : others;
  if (Object.keys(next).length === 0) rmSync(file);
  else writeSettings(file, next);
  return { file, change: "removed" };
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const matchersOf = ({ hooks }: Json): unknown[] => {
  const list = isObject(hooks) ? hooks.PostToolUse : undefined;
  return Array.isArray(list) ? list : [];
};

/** Whether a matcher has our hook alone in it. */
const isOurs = (matcher: unknown): boolean => {
  const hooks = isObject(matcher) && Array.isArray(matcher.hooks) ? matcher.hooks : [];
  return hooks.length === 1 && isObject(hooks[0]) && OURS.test(String(hooks[0].command));
};
/** However it was installed: `tamis hook claude`, or this program by its path. */
const OURS = /(^|[\s"'/\\])(tamis|main\.cjs)["']? hook claude$/;

function claudeFile({ env, home, workspace }: PluginPlace): string {
  if (workspace !== undefined) return join(workspace, ".claude", "settings.json");
  return join(env.CLAUDE_CONFIG_DIR || join(home, ".claude"), "settings.json");
}

function opencodeFile({ env, home, workspace }: PluginPlace): string {
  const folder =
    workspace === undefined
      ? join(env.XDG_CONFIG_HOME || join(home, ".config"), "opencode")
      : join(workspace, ".opencode");
  return join(folder, "plugin", "tamis.js");
}

const opencodePlugin = (module: string): string =>
  `// Written by \`tamis plugin install opencode\`; \`tamis plugin uninstall opencode\` removes it.\nexport { TamisPlugin } from ${JSON.stringify(module)};\n`;

function readSettings(file: string): Json {
  if (!existsSync(file)) return {};
  const text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Told below.
  }
  throw new TamisError("CONFIG_INVALID", `${file}: it is no JSON object, so nothing was changed in it`);
}

function writeSettings(file: string, settings: Json): void {
  const text = `${JSON.stringify(settings, undefined, 2)}\n`;
  mkdirSync(dirname(file), { recursive: true });
  // Settings may be a link into a folder that is kept elsewhere.
  if (existsSync(file)) replaceFile(realpathSync(file), text, statSync(file).mode);
  else replaceFile(file, text, 0o600);
}

function writeOwnFile(file: string, text: string): PluginChange {
  const before = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  if (before === text) return { file, change: "none" };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return { file, change: before === undefined ? "written" : "changed" };
}

function removeOwnFile(file: string): PluginChange {
  if (!existsSync(file)) return { file, change: "none" };
  rmSync(file);
  return { file, change: "removed" };
}
