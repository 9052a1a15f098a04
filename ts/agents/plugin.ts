// Puts the plugin where an agent finds it, when its user asks for that, and takes it out again.
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { makeFolder } from "../base/make-folder.js";
import { checkLinks, checkTarget, type SafeWrite, writeSafely } from "../base/write-safely.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";
import {
  COMMAND_PATH,
  claudePluginFiles,
  HOOK_WORDS,
  isOurCommand,
  isPluginFile,
  lastingCommand,
  PLUGIN_PATHS,
  type TamisCommand,
} from "./claude-plugin.js";
import type { HookAgent } from "./hook.js";
import { objectOf } from "./settings.js";
import { claudeHome, configHome, type UserPlace } from "./user-place.js";

export interface PluginPlace extends UserPlace {
  /** The workspace; undefined for all workspaces of the user. */
  workspace: string | undefined;
}

export interface PluginChange {
  file: string;
  /** `written`: made anew; `changed`: more in it; `removed`: the file, or what was ours in it; `none`: it was so already. */
  change: "written" | "changed" | "removed" | "none";
}

/** What an installation starts. */
export interface PluginParts {
  /** The program that is Tamis. */
  command: TamisCommand;
  version: string;
  /** URL of the module that opencode loads. */
  module: string;
}

/**
 * Installs the plugin. All files are looked at before one is written.
 *
 * @returns what was done to each file.
 * @throws TamisError `CONFIG_INVALID` where the agent's settings cannot be read as JSON, where a file is not of Tamis's
 * writing, or where a symbolic link leads out of the workspace; a system error where a file cannot be written. The settings
 * are as they were then.
 */
export function installPlugin(agent: HookAgent, place: PluginPlace, parts: PluginParts): PluginChange[] {
  if (agent === "opencode")
    return [ownFile(opencodeFile(place), opencodePlugin(parts.module), place, isOpencodePlugin)()];
  const files = Object.entries(claudePluginFiles(parts.command, parts.version)).map(([path, text]) =>
    ownFile(claudePath(place, path), text, place, (before) => isPluginFile(path, before)),
  );
  const change = (before: JsonRecord) => withStatusLine(withoutHook(before), parts.command);
  const settings = changeSettings(claudeFile(place), place, change);
  return [...files, settings].map((write) => write());
}

/** Takes the plugin out again: what was there before is as it was. @throws as {@link installPlugin} */
export function uninstallPlugin(agent: HookAgent, place: PluginPlace): PluginChange[] {
  if (agent === "opencode")
    return [removeOwn([[opencodeFile(place), isOpencodePlugin]], opencodeFile(place), [], place)];
  const folder = claudeFolder(place);
  const files = PLUGIN_PATHS.map((path): OwnFile => [claudePath(place, path), (text) => isPluginFile(path, text)]);
  const folders = [...new Set(files.map(([file]) => dirname(file)))].filter((one) => one !== folder);
  for (const [file] of files) allowed(file, place);
  const settings = changeSettings(claudeFile(place), place, (before) => withoutStatusLine(withoutHook(before)));
  // Where the settings were the only other thing in their folder, it goes with them.
  const changed = settings();
  return [removeOwn(files, folder, [...folders, folder, ...claudeParents(place)], place), changed];
}

/** The installed plugin of Claude Code. */
export interface FoundPlugin {
  /** That of the program that wrote it. */
  version: string;
  isOther: boolean;
  /** A file that it starts and that is not there. */
  missing: string | undefined;
}

/** Looks for the plugin of Claude Code; undefined where there is none. @param own The version of this program */
export function findPlugin(place: PluginPlace, own: string): FoundPlugin | undefined {
  const [manifest = ""] = PLUGIN_PATHS;
  try {
    const text = readFileSync(claudePath(place, manifest), "utf8");
    if (!isPluginFile(manifest, text)) return undefined;
    const version = String((JSON.parse(text) as JsonRecord).version);
    return { version, isOther: version !== own, missing: missingProgram(place) };
  } catch {
    return undefined;
  }
}

/** Why a plugin should be installed anew, and how; undefined where it is right. */
export function pluginProblem({ isOther, missing }: FoundPlugin, own: string): string | undefined {
  const why = missing !== undefined ? `${missing}, which it starts, is not there` : isOther ? `this is ${own}` : "";
  return why === "" ? undefined : `${why}: \`tamis plugin install claude\` renews it`;
}

/** The file that the plugin of Claude Code, or its status line, starts and that is not there; undefined where all are. */
function missingProgram(place: PluginPlace): string | undefined {
  const commands = [claudePath(place, "hooks/hooks.json"), claudeFile(place)].flatMap(commandsIn);
  const ours = commands.filter((one) => isOurCommand(one, HOOK_WORDS) || isOurCommand(one, LINE_WORDS));
  return ours.flatMap(wordsOf).find((word) => isAbsolute(word) && !existsSync(word));
}

/** All that a file of settings or hooks starts. */
function commandsIn(file: string): string[] {
  const found: string[] = [];
  try {
    JSON.stringify(readSettings(file), (key, value) => {
      if (key === "command" && typeof value === "string") found.push(value);
      return value;
    });
  } catch {
    // It starts nothing.
  }
  return found;
}

/** The words of a command as {@link shellCommand} quotes them. */
const wordsOf = (command: string): string[] =>
  [...command.matchAll(/"((?:[^"\\]|\\.)*)"|[^\s"]+/g)].map(
    ([word, quoted]) => quoted?.replace(/\\(.)/g, "$1") ?? word,
  );

/** Without the hook that is a part of the settings themselves. */
function withoutHook(settings: JsonRecord): JsonRecord {
  const rest = matchersOf(settings).filter((matcher) => !isOurs(matcher));
  if (rest.length === matchersOf(settings).length) return settings;
  const { PostToolUse: _, ...hooks } = settings.hooks as JsonRecord;
  const allHooks = rest.length > 0 ? { ...hooks, PostToolUse: rest } : hooks;
  const { hooks: __, ...others } = settings;
  return Object.keys(allHooks).length > 0 ? { ...others, hooks: allHooks } : others;
}

/** A status line of the user's stays. */
function withStatusLine(settings: JsonRecord, command: TamisCommand): JsonRecord {
  if (settings.statusLine !== undefined && !isOurLine(settings.statusLine)) return settings;
  return { ...settings, statusLine: { type: "command", command: lastingCommand(command, LINE_WORDS, GONE) } };
}

function withoutStatusLine(settings: JsonRecord): JsonRecord {
  if (!isOurLine(settings.statusLine)) return settings;
  const { statusLine: _, ...others } = settings;
  return others;
}

const isOurLine = (line: unknown): boolean => isRecord(line) && isOurCommand(line.command, LINE_WORDS);

const LINE_WORDS = "status-line";
/** What the status line says where its program is gone. */
const GONE = 'echo "tamis: its program is gone, install the plugin again"';

/** Looks at a settings file. @returns what writes what `change` makes of it; of one that is left empty nothing stays. */
function changeSettings(
  file: string,
  place: PluginPlace,
  change: (before: JsonRecord) => JsonRecord,
): () => PluginChange {
  checkTarget(file, allowedIn(place));
  const isThere = existsSync(file);
  const before = readSettings(file);
  const after = change(before);
  if (JSON.stringify(after) === JSON.stringify(before)) return () => ({ file, change: "none" });
  return () => {
    if (Object.keys(after).length === 0) rmSync(file);
    else {
      makeFolder(dirname(file));
      writeSafely(file, `${JSON.stringify(after, undefined, 2)}\n`, { ...allowedIn(place), newMode: 0o600 });
    }
    if (!isThere) return { file, change: "written" };
    return { file, change: Object.keys(after).length < Object.keys(before).length ? "removed" : "changed" };
  };
}

const matchersOf = ({ hooks }: JsonRecord): unknown[] => {
  const list = isRecord(hooks) ? hooks.PostToolUse : undefined;
  return Array.isArray(list) ? list : [];
};

/** Whether a matcher has our hook alone in it. */
const isOurs = (matcher: unknown): boolean => {
  const hooks = isRecord(matcher) && Array.isArray(matcher.hooks) ? matcher.hooks : [];
  return hooks.length === 1 && isRecord(hooks[0]) && isOurCommand(hooks[0].command, HOOK_WORDS);
};

const claudeRoot = (place: PluginPlace): string =>
  place.workspace === undefined ? claudeHome(place) : join(place.workspace, ".claude");

const claudeFile = (place: PluginPlace): string => join(claudeRoot(place), "settings.json");
/** Claude Code loads plugins of this folder by themselves. */
const claudeFolder = (place: PluginPlace): string => join(claudeRoot(place), "skills", "tamis");
/** A command of a plugin would be `/tamis:tamis`; among the user's own it is `/tamis`. */
const claudePath = (place: PluginPlace, path: string): string =>
  join(path === COMMAND_PATH ? claudeRoot(place) : claudeFolder(place), path);
/** What the installation makes where it is missing. */
const claudeParents = (place: PluginPlace): string[] => [join(claudeRoot(place), "skills"), claudeRoot(place)];

function opencodeFile(place: PluginPlace): string {
  const { workspace } = place;
  const folder = workspace === undefined ? join(configHome(place), "opencode") : join(workspace, ".opencode");
  return join(folder, "plugin", "tamis.js");
}

const OPENCODE_MARK = "// Written by `tamis plugin install opencode`;";
const isOpencodePlugin = (text: string): boolean => text.startsWith(OPENCODE_MARK);
/** Where the program is gone, it does nothing. */
const opencodePlugin = (module: string): string => `${OPENCODE_MARK} \`tamis plugin uninstall opencode\` removes it.
const gone = () => ({ TamisPlugin: async () => ({}) });
export const { TamisPlugin } = await import(${JSON.stringify(module)}).catch(gone);
`;

const readSettings = (file: string): JsonRecord =>
  objectOf(existsSync(file) ? readFileSync(file, "utf8") : undefined, file);

/** Anybody may have filled a workspace; links in the user's own folder are the user's. */
const allowedIn = ({ workspace }: PluginPlace): SafeWrite => ({ within: workspace });

/** Checks a file of ours. @returns what writes it. @throws as {@link installPlugin} */
function ownFile(
  file: string,
  text: string,
  place: PluginPlace,
  isOurs: (text: string) => boolean,
): () => PluginChange {
  const how = { ...allowedIn(place), isOurs };
  checkTarget(file, how);
  return () => {
    const before = existsSync(file) ? readFileSync(file, "utf8") : undefined;
    if (before === text) return { file, change: "none" };
    makeFolder(dirname(file));
    writeSafely(file, text, how);
    return { file, change: before === undefined ? "written" : "changed" };
  };
}

/** A file, and whether a text is one that we wrote there. */
type OwnFile = readonly [file: string, isOurs: (text: string) => boolean];

/** Removes those files that are ours, and of `folders`, in turn, those that are left empty. */
function removeOwn(
  files: readonly OwnFile[],
  shown: string,
  folders: readonly string[],
  place: PluginPlace,
): PluginChange {
  for (const [file] of files) allowed(file, place);
  const ours = files.filter(([file, isOurs]) => isFile(file) && isOurs(readFileSync(file, "utf8")));
  if (ours.length === 0) return { file: shown, change: "none" };
  for (const [file] of ours) rmSync(file);
  for (const folder of folders) if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
  return { file: shown, change: "removed" };
}

/** @throws TamisError where a link leads out of the workspace */
function allowed(file: string, { workspace }: PluginPlace): void {
  if (workspace !== undefined) checkLinks(file, workspace);
}

const isFile = (path: string): boolean => {
  const found = existsSync(path) ? statSync(path) : undefined;
  return found?.isFile() === true;
};
