// Changes of settings from the page: by the same function as `tamis config set`, and with a way back.
import { rmSync } from "node:fs";

import { type Issue, TamisError } from "../../base/errors.js";
import { writeSafely } from "../../base/write-safely.js";
import { readText } from "../../condensation/config/load.js";
import {
  type ChangeOptions,
  exportSettings,
  loadCondensationConfig,
  migrateSettings,
  previewImport,
  type SettingsChange,
  settingEntries,
} from "../../condensation/index.js";
import { changedKeys } from "../../gateway/config/change.js";
import { type ConfigChange, changeConfig } from "../../gateway/index.js";
import { camelCase } from "../../shape/spelling.js";
import { isRecord } from "../../text/json-value.js";
import type {
  ExportAnswer,
  ImportAnswer,
  ImportRequest,
  MigrateRequest,
  SaveAnswer,
  SaveRequest,
  Scope,
  SettingsAnswer,
} from "../api.js";
import { ApiError } from "../server/answers.js";
import { settingsAnswer } from "./answer.js";
import { isPageSetting } from "./groups.js";
import { type SettingsPlaces, valueAt } from "./places.js";

interface LastChange {
  at: number;
  file: string;
  /** Undefined: there was no file. */
  before: string | undefined;
  after: string;
  lines: readonly string[];
}

export class SettingsStore {
  #last: LastChange | undefined;
  readonly #places: SettingsPlaces;
  readonly #changed: () => void;

  /** @param changed Is called after each change. */
  constructor(places: SettingsPlaces, changed: () => void) {
    this.#places = places;
    this.#changed = changed;
  }

  /** What the view shows. */
  answer(): SettingsAnswer {
    const last = this.#last;
    const undo = last === undefined ? {} : { undo: { at: last.at, file: last.file, lines: [...last.lines] } };
    return { ...settingsAnswer(this.#places), ...undo };
  }

  /** Saves changes, all or none. @throws ApiError, TamisError */
  save({ scope, changes, dryRun }: SaveRequest): SaveAnswer {
    if (!isScope(scope) || !Array.isArray(changes) || !changes.every(isChange))
      throw new ApiError("invalid", "expected { scope, changes: [{ key, value }] }");
    requirePageSettings(changes);
    try {
      return this.#change(scope, dryRun === true, (options) => changeConfig(changes, options));
    } catch (error) {
      throw byField(error);
    }
  }

  /** Writes older settings in the new form. */
  migrate({ scope, dryRun }: MigrateRequest): SaveAnswer {
    if (!isScope(scope)) throw new ApiError("invalid", "expected { scope }");
    return this.#change(scope, dryRun === true, (options) => migrateSettings(options));
  }

  /** Puts the file back as it was before the last change. @throws ApiError where it has changed since */
  undo(): SaveAnswer {
    const last = this.#last;
    if (last === undefined) throw new ApiError("invalid", "nothing was changed here that could be taken back");
    if ((readText(last.file) ?? "") !== last.after)
      throw new ApiError("invalid", `${last.file} was changed since, by hand or by another program: nothing was done`);
    if (last.before === undefined) rmSync(last.file);
    else writeSafely(last.file, last.before);
    this.#last = undefined;
    const lines = last.lines.map((line) => `taken back: ${line}`);
    return this.#saved({ file: last.file, changed: true, text: last.before ?? "", lines }, true);
  }

  /** All settings as one file. */
  export(): ExportAnswer {
    const { cwd, env, config } = this.#places;
    const { settings } = loadCondensationConfig({ cwd, env, config });
    return { name: "tamis-condensation.json", text: exportSettings(settings) };
  }

  /** Takes over an exported file, or says what that would change. */
  import({ scope, text, dryRun }: ImportRequest): ImportAnswer {
    if (!isScope(scope) || typeof text !== "string") throw new ApiError("invalid", "expected { scope, text }");
    const { settings, refused } = previewImport(text);
    const { cwd, env, config } = this.#places;
    const now = loadCondensationConfig({ cwd, env, config }).settings;
    const entries = settingEntries(settings);
    const changes = entries
      .map(([key, to]) => ({ key, from: valueAt(now, key), to }))
      .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
    const all = changes.map(({ key, to }) => ({ key, value: to }));
    const isWhole = refused.length === 0 && all.length > 0;
    const wrong = isWhole ? this.#problems(scope, all) : refused;
    const isSaved = dryRun !== true && isWhole && wrong.length === 0;
    if (isSaved) this.#change(scope, false, (options) => changeConfig(all, options));
    return { saved: isSaved, changes, refused: [...wrong], settings: this.answer() };
  }

  /** Why these changes would be refused. */
  #problems(scope: Scope, changes: readonly ConfigChange[]): readonly Issue[] {
    try {
      this.#change(scope, true, (options) => changeConfig(changes, options));
      return [];
    } catch (error) {
      if (TamisError.isInstance(error) && error.issues.length > 0) return error.issues;
      throw error;
    }
  }

  #change(scope: Scope, dryRun: boolean, make: (options: ChangeOptions) => SettingsChange): SaveAnswer {
    const { cwd, env, config } = this.#places;
    const options = { scope, cwd, env, config, dryRun };
    const planned = dryRun ? undefined : make({ ...options, dryRun: true });
    const before = planned === undefined ? undefined : readText(planned.file);
    const change = make(options);
    if (!dryRun && change.changed)
      this.#last = { at: Date.now(), file: change.file, before, after: change.text, lines: change.lines };
    return this.#saved(change, !dryRun && change.changed);
  }

  #saved({ file, lines, backup }: SettingsChange, saved: boolean): SaveAnswer {
    const needRestart = saved ? [...(this.#places.reload?.() ?? [])] : [];
    if (saved) this.#changed();
    return {
      ...{ saved, file, lines: [...lines], settings: this.answer(), needRestart },
      ...(backup === undefined ? {} : { backup }),
    };
  }
}

/**
 * Code, files, addresses and everything else that the page has no control for is set by hand: who has the page's token must
 * not have the machine.
 *
 * @throws ApiError
 */
function requirePageSettings(changes: readonly ConfigChange[]): void {
  const issues = changes.flatMap(changedKeys).flatMap((key) => {
    const path = key.split(".").map(camelCase);
    const own = path[0] === "condensation" ? path.slice(1) : path;
    // A mode's name may have dots, a setting's key has one part, or two of them.
    const isMode = own[0] === "modes";
    const ends = isMode ? [own.slice(-1), own.slice(-2)] : [own, path];
    const isKnown = ends.some((one) => isPageSetting(one.join(".")));
    return isKnown
      ? []
      : [{ path: key, message: "the page has no such setting; tamis config set, or the file itself" }];
  });
  if (issues.length > 0) throw new ApiError("invalid", `${issues[0]?.path}: ${issues[0]?.message}`, issues);
}

/** The problems under the keys that the page has. */
function byField(error: unknown): unknown {
  if (!TamisError.isInstance(error) || error.issues.length === 0) return error;
  const issues = error.issues.map(({ path, message }) => ({ path: fieldKey(path), message }));
  return new ApiError("invalid", error.message, issues);
}

const fieldKey = (path: string): string =>
  path
    .replace(/^(policies\.default|condensation)\./, "")
    .split(".")
    .map(camelCase)
    .join(".");

const isChange = (value: unknown): value is ConfigChange => isRecord(value) && typeof value.key === "string";

const isScope = (value: unknown): value is Scope => value === "global" || value === "workspace";
