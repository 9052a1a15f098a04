// Settings
//   GET  settings                       → SettingsAnswer
//   POST settings          SaveRequest  → SaveAnswer     (422 with issues: nothing was saved)
//   POST settings/undo     {}           → SaveAnswer
//   POST settings/migrate  MigrateRequest → SaveAnswer
//   GET  settings/export                → ExportAnswer
//   POST settings/import   ImportRequest → ImportAnswer
import type { ApiIssue } from "./failure.js";

/** Whose settings. */
export type Scope = "global" | "workspace";

/** Everything that the settings' view shows. */
export interface SettingsAnswer {
  /** The two files. */
  scopes: ScopeState[];
  /** The strategies that can be chosen, in order. */
  strategies: StrategyInfo[];
  /** The table that compares them: one row a property, one cell a strategy, in the order of `strategies`. */
  comparison: { property: string; cells: string[] }[];
  /** Where the strategy acts. */
  places: StrategyPlace[];
  /** Settings by group, in order: those of condensations first. */
  groups: SettingGroup[];
  /** The agents' modes that have settings of their own. */
  modes: ModeState[];
  /** What older settings say and what holds in its place; and what does not count, with why. */
  notices: ApiIssue[];
  /** What a migration of each file would change; absent where nothing is in an older form. */
  migration?: MigrationState[];
  /** The last change that can be taken back; absent if there is none. */
  undo?: { at: number; file: string; lines: string[] };
}

/** One file of settings. */
export interface ScopeState {
  scope: Scope;
  file: string;
  /** Whether the file is there. */
  exists: boolean;
  /** Why it cannot be saved; absent where it can. */
  problem?: string;
}

/** A strategy of condensation: an entry of the dropdown "Context Condensation Strategy". */
export interface StrategyInfo {
  /** The value of the setting `provider`. */
  name: string;
  /** What the dropdown shows: `Native (default)`, `Smart (improved)`, or the plug-in's name. */
  label: string;
  /** A sentence. */
  description: string;
  version: string;
  /** Whether it is a plug-in of the user's: a workspace may not choose it. */
  isPlugin: boolean;
  supportsLossless: boolean;
  supportsContentTypeAwareness: boolean;
  supportsCustomPrompts: boolean;
}

/** A place where a conversation can be condensed. */
export interface StrategyPlace {
  /** `Terminal`, `Sessions`, `Gateway`. */
  name: string;
  /** `asked`: whenever it is asked for there; `on`, `off`: by itself, or not. */
  state: "asked" | "on" | "off";
  /** A sentence: what does it, and from when on. */
  about: string;
}

/** Settings that belong together. */
export interface SettingGroup {
  /** `strategy`, `native`, `smart`, `limits`, `mask`, `cache`, `budget`, … */
  id: string;
  title: string;
  /** A sentence. */
  about: string;
  /** Whether they are of condensations; else they are of the policy, which decides what is masked. */
  isCondensation: boolean;
  /** Of a strategy's own settings: its name. They matter while it is chosen, for the whole or for a mode. */
  strategy?: string;
  fields: SettingField[];
}

export interface SettingField {
  /** As `tamis config set` takes it: `provider`, `targetReductionPercent`, `mask.windowTurns`. */
  key: string;
  /** The key's last part in words. */
  label: string;
  /** What it does, from the schema: the tooltip. */
  description: string;
  control: FieldControl;
  /** The default; absent if there is none. */
  defaultValue?: unknown;
  /** What holds now; absent for none. */
  value?: unknown;
  /** Where that is from. */
  from: "default" | "preset" | Scope;
  /** What each file says; a scope that says nothing is absent. */
  set: Partial<Record<Scope, unknown>>;
  /** Hidden behind "Advanced" at first. */
  isAdvanced: boolean;
  /** A mode of the agent can have its own value. */
  perMode: boolean;
  /** Why a workspace may not set it; absent where it may. */
  globalOnly?: string;
}

/** How a setting is edited. */
export type FieldControl =
  | { kind: "switch" }
  /** With `isJson` each value is a JSON text, as `true` and `"seed"`, and the setting's value is what it stands for. */
  | { kind: "choice"; choices: { value: string; label: string }[]; isJson?: boolean }
  | { kind: "number"; min?: number; max?: number; isWhole: boolean; unit?: string; mayBeNull?: boolean }
  | { kind: "text"; mostChars?: number; isLong?: boolean }
  /** A list in an order that matters: all `values` occur, the order is edited. */
  | { kind: "order"; values: string[] }
  /** A list of texts, one a line. */
  | { kind: "lines" }
  /** Anything else, as JSON. */
  | { kind: "json" };

/** A mode's settings. */
export interface ModeState {
  name: string;
  /**
   * One entry for each key with `perMode`: what holds in this mode, and whether the mode itself says so. What it does not say
   * is inherited.
   */
  fields: { key: string; value?: unknown; isInherited: boolean; from: "default" | "mode" | Scope }[];
}

/** What migrating a file would do. */
export interface MigrationState {
  scope: Scope;
  file: string;
  /** What changes, line by line. */
  lines: string[];
  /** The copy that is made first. */
  backup: string;
}

/** Changes to save. Either all are saved or none. */
export interface SaveRequest {
  scope: Scope;
  /** `value` absent: the key is removed, so that the next lower place counts. A mode's key: `modes.NAME.KEY`. */
  changes: { key: string; value?: unknown }[];
  /** Only check, as while one types. */
  dryRun?: boolean;
}

export interface SaveAnswer {
  /** False with `dryRun`, and where nothing changed. */
  saved: boolean;
  file: string;
  /** Line by line. */
  lines: string[];
  /** The copy of the file as it was; only by a migration. */
  backup?: string;
  /** What holds then. */
  settings: SettingsAnswer;
  /** What needs a restart of the gateway; else it takes effect at once. */
  needRestart: string[];
}

/** A migration of one file. */
export interface MigrateRequest {
  scope: Scope;
  dryRun?: boolean;
}

/** All settings as one file. */
export interface ExportAnswer {
  /** A name for the download. */
  name: string;
  /** The file's text. */
  text: string;
}

/** An import. With `dryRun` its preview. */
export interface ImportRequest {
  scope: Scope;
  /** The file's text. */
  text: string;
  dryRun?: boolean;
}

export interface ImportAnswer {
  saved: boolean;
  /** Each key with what holds now and what would. */
  changes: { key: string; from?: unknown; to?: unknown }[];
  /** Keys that are refused, and why; if there are any, nothing is saved. */
  refused: ApiIssue[];
  settings: SettingsAnswer;
}
