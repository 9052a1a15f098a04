// Puts the plugin where an agent finds it, when its user asks for that, and takes it out again.
import {
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { TamisError } from "../base/errors.js";
import { makeFolder } from "../base/make-folder.js";
import { replaceFile } from "../base/replace-file.js";
import { claudePluginFiles, shellCommand, type TamisCommand } from "./claude-plugin.js";
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

/** What an installation starts. */
export interface PluginParts {
  /** The program that is Tamis. */
  command: TamisCommand;
  version: string;
  /** URL of the module that opencode loads. */
  module: string;
}

/**
 * Installs the plugin.
 *
 * @returns what was done to each file.
 * @throws TamisError `CONFIG_INVALID` where the agent's settings cannot be read as JSON; a system error where a file cannot be
 * written. The settings are as they were then.
 */
export function installPlugin(agent: HookAgent, place: PluginPlace, parts: PluginParts): PluginChange[] {
  if (agent === "opencode") return [writeOwnFile(opencodeFile(place), opencodePlugin(parts.module))];
  const settings = changeSettings(claudeFile(place), (before) => withStatusLine(withoutHook(before), parts.command));
  const files = Object.entries(claudePluginFiles(parts.command, parts.version));
  const folder = claudeFolder(place);
  return [...files.map(([path, text]) => writeOwnFile(join(folder, path), text)), settings];
}

/** Takes the plugin out again: what was there before is as it was. @throws as {@link installPlugin} */
export function uninstallPlugin(agent: HookAgent, place: PluginPlace): PluginChange[] {
  if (agent === "opencode") return [removeOwn(opencodeFile(place), [])];
  const settings = changeSettings(claudeFile(place), (before) => withoutStatusLine(withoutHook(before)));
  return [removeOwn(claudeFolder(place), claudeParents(place)), settings];
}

/** Without the hook that is a part of the settings themselves. */
function withoutHook(settings: Json): Json {
  const rest = matchersOf(settings).filter((matcher) => !isOurs(matcher));
  if (rest.length === matchersOf(settings).length) return settings;
  const { PostToolUse: _, ...hooks } = settings.hooks as Json;
  const allHooks = rest.length > 0 ? { ...hooks, PostToolUse: rest } : hooks;
  const { hooks: __, ...others } = settings;
  return Object.keys(allHooks).length > 0 ? { ...others, hooks: allHooks } : others;
}

/** A status line of the user's stays. */
function withStatusLine(settings: Json, command: TamisCommand): Json {
  if (settings.statusLine !== undefined && !isOurLine(settings.statusLine)) return settings;
  return { ...settings, statusLine: { type: "command", command: `${shellCommand(command)} status-line` } };
}

function withoutStatusLine(settings: Json): Json {
  if (!isOurLine(settings.statusLine)) return settings;
  const { statusLine: _, ...others } = settings;
  return others;
}

const isOurLine = (line: unknown): boolean =>
  isObject(line) && /(^|[\s"'/\\])(tamis|main\.cjs)["']? status-line$/.test(String(line.command));

/** Writes what `change` makes of a settings file; of one that is left empty nothing stays. */
function changeSettings(file: string, change: (before: Json) => Json): PluginChange {
  const isThere = existsSync(file);
  const before = readSettings(file);
  const after = change(before);
  if (JSON.stringify(after) === JSON.stringify(before)) return { file, change: "none" };
  if (Object.keys(after).length === 0) rmSync(file);
  else writeSettings(file, after);
  if (!isThere) return { file, change: "written" };
  return { file, change: Object.keys(after).length < Object.keys(before).length ? "removed" : "changed" };
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

const claudeHome = ({ env, home, workspace }: PluginPlace): string =>
  workspace === undefined ? env.CLAUDE_CONFIG_DIR || join(home, ".claude") : join(workspace, ".claude");

const claudeFile = (place: PluginPlace): string => join(claudeHome(place), "settings.json");
/** Claude Code loads plugins of this folder by themselves. */
const claudeFolder = (place: PluginPlace): string => join(claudeHome(place), "skills", "tamis");
/** What the installation makes where it is missing. */
const claudeParents = (place: PluginPlace): string[] => [join(claudeHome(place), "skills"), claudeHome(place)];

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
  makeFolder(dirname(file));
  // Settings may be a link into a folder that is kept elsewhere.
  if (existsSync(file)) replaceFile(realpathSync(file), text, statSync(file).mode);
  else replaceFile(file, text, 0o600);
}

function writeOwnFile(file: string, text: string): PluginChange {
  const before = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  if (before === text) return { file, change: "none" };
  makeFolder(dirname(file));
  writeFileSync(file, text);
  return { file, change: before === undefined ? "written" : "changed" };
}

/** Removes a file or folder of ours, and of `parents` those that are left empty. */
function removeOwn(file: string, parents: readonly string[]): PluginChange {
  if (!existsSync(file)) return { file, change: "none" };
  rmSync(file, { recursive: true });
  for (const parent of parents) {
    if (!existsSync(parent) || readdirSync(parent).length > 0) break;
    rmdirSync(parent);
  }
  return { file, change: "removed" };
}
