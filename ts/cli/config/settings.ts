import { TamisError } from "../../base/errors.js";
import {
  type ChangeOptions,
  describeCondensationSettings,
  exportSettings,
  loadCondensationConfig,
  loadCondensationSettings,
  migrateSettings,
  modeOfKey,
  previewImport,
  type SettingsChange,
  settingEntries,
} from "../../condensation/index.js";
import { changeConfig, isPolicySetting, isRunSetting, readPolicySetting, readRunSetting } from "../../gateway/index.js";
import { CliFailure, FAILED, WRONG_USAGE } from "../shared/failure.js";
import { readFileBytes, writeJson, writeStderr, writeStdout, writeText } from "../shared/io.js";
import { parseValue } from "../shared/set-path.js";
import { terminalJson } from "../shared/terminal.js";

interface ScopeFlags {
  global?: boolean;
  workspace?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

function optionsOf({ global, workspace, dryRun }: ScopeFlags): ChangeOptions {
  if (global && workspace) throw new CliFailure(WRONG_USAGE, "--global and --workspace are two files: give one");
  return { scope: workspace ? "workspace" : "global", dryRun: dryRun === true };
}

/** `tamis config get` */
export async function getSetting(
  key: string | undefined,
  { mode, json }: { mode?: string; json?: boolean },
): Promise<number> {
  if (key !== undefined && isRunSetting(key)) return printValue(readRunSetting(key), json);
  if (key !== undefined && isPolicySetting(key)) return printValue(readPolicySetting(key), json);
  const { settings: given, issues, files } = loadCondensationConfig();
  if (issues.length > 0) await writeStderr(issues.map(({ path, message }) => `tamis: ${path}: ${message}\n`).join(""));
  const path = key?.split(".").filter((part, index) => index > 0 || part !== "condensation");
  const named = mode ?? (path?.[0] === "modes" && key !== undefined ? modeOfKey(key) : undefined);
  const { settings } = loadCondensationSettings(given, named);
  if (path === undefined) {
    if (json) await writeJson({ files, settings, modes: given.modes ?? {} });
    else await writeText(listed(settings));
    return 0;
  }
  const name = path.at(-1)?.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) ?? "";
  const effective: unknown = Reflect.get(settings, name);
  // Of a list of types what was set; the others follow.
  const own = named === undefined ? undefined : given.modes?.[named]?.preservationPriority;
  const value = name === "preservationPriority" ? (own ?? given.preservationPriority ?? effective) : effective;
  const known = describeCondensationSettings().map((one) => one.key);
  if (value === undefined && !known.includes(name)) {
    throw new CliFailure(WRONG_USAGE, `there is no setting ${JSON.stringify(key)}; known: ${known.join(", ")}`);
  }
  return printValue(value, json);
}

/** Prints a value; exit code 1 where there is none. */
async function printValue(value: unknown, json: boolean | undefined): Promise<number> {
  if (value === undefined) return FAILED;
  await writeText(`${typeof value === "string" && !json ? value : terminalJson(value)}\n`);
  return 0;
}

function listed(settings: object): string {
  const lines = describeCondensationSettings().map(({ key, description, defaultValue }) => {
    const value: unknown = Reflect.get(settings, key);
    const shown = value === undefined ? "(none)" : JSON.stringify(value);
    const changed = value !== undefined && shown !== defaultValue ? ` (default ${defaultValue || "none"})` : "";
    return `${key} = ${shown}${changed}\n    ${description}\n`;
  });
  return lines.join("");
}

/** `tamis config set` and `tamis config unset` */
export async function setSetting(key: string, value: string | undefined, flags: ScopeFlags): Promise<number> {
  return report(
    changeConfig([{ key, value: value === undefined ? undefined : parseValue(value) }], optionsOf(flags)),
    flags,
  );
}

/** `tamis config migrate` */
export async function migrate(flags: ScopeFlags): Promise<number> {
  return report(migrateSettings(optionsOf(flags)), flags);
}

async function report(
  { file, changed, lines, backup }: SettingsChange,
  { dryRun = false, json }: ScopeFlags,
): Promise<number> {
  if (json) {
    await writeJson({ file, changed, dryRun, lines, backup });
    return 0;
  }
  const copy = backup === undefined ? "" : `; the file as it was: ${backup}`;
  const what = !changed ? `${file}: nothing to change` : `${dryRun ? "would write" : "wrote"} ${file}${copy}`;
  await writeText([...lines, what].map((line) => `${line}\n`).join(""));
  return 0;
}

/** `tamis config export` */
export async function exportAll(): Promise<number> {
  await writeStdout(exportSettings(loadCondensationConfig().settings));
  return 0;
}

/** `tamis config import` */
export async function importAll(file: string, flags: ScopeFlags): Promise<number> {
  const options = optionsOf(flags);
  const { settings, refused } = readImport(file);
  const entries = settingEntries(settings);
  const shown = entries.map(([path, value]) => `${path} = ${JSON.stringify(value)}`);
  if (!flags.json) await writeText(shown.map((line) => `${line}\n`).join(""));
  if (refused.length > 0) {
    const lines = refused.map(({ path, message }) => `  ${path}: ${message}`);
    throw new CliFailure(WRONG_USAGE, `${file} has keys that are refused; nothing was written\n${lines.join("\n")}`);
  }
  const lines = flags.json ? shown : [];
  if (entries.length === 0) return flags.json ? report({ file, changed: false, lines, text: "" }, flags) : 0;
  const change = changeConfig(
    entries.map(([key, value]) => ({ key, value })),
    options,
  );
  return report({ ...change, lines }, flags);
}

/** The text's own faults are named with the file. */
function readImport(file: string) {
  const text = readFileBytes(file, WRONG_USAGE).toString("utf8");
  try {
    return previewImport(text);
  } catch (error) {
    if (!TamisError.isInstance(error)) throw error;
    throw new CliFailure(WRONG_USAGE, `${error.code}: ${file}: ${error.message}`);
  }
}
