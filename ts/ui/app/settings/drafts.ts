import { computed, signal } from "@preact/signals";
import type { ApiIssue, SaveAnswer, SaveRequest, Scope, SettingsAnswer } from "../../api.js";
import { ask, Failure, toFailure } from "../state/ask.js";
import { say } from "../state/say.js";

/** Changes that are not saved yet. They are checked as one types, by the server, which alone knows what is right. */

/** Whose settings are changed. */
export const scope = signal<Scope>("global");
/** New values by key; undefined: the key is to be removed. */
export const drafts = signal<ReadonlyMap<string, unknown>>(new Map());
/** What is wrong, by key. */
export const issues = signal<readonly ApiIssue[]>([]);
/** What saving would change, line by line. */
export const preview = signal<readonly string[]>([]);
export const isChecking = signal(false);

const changes = computed<SaveRequest["changes"]>(() =>
  [...drafts.value].map(([key, value]) => (value === undefined ? { key } : { key, value })),
);

const PAUSE_MS = 200;
let timer: ReturnType<typeof setTimeout> | undefined;
let checks = 0;

/** Changes a setting, and has it checked. */
export function change(key: string, value: unknown): void {
  drafts.value = new Map(drafts.value).set(key, value);
  checkSoon();
}

/** Takes back a change that is not saved. */
export function forget(...keys: readonly string[]): void {
  const next = new Map(drafts.value);
  for (const key of keys) next.delete(key);
  drafts.value = next;
  checkSoon();
}

/** Takes back all. */
export function forgetAll(): void {
  clearTimeout(timer);
  checks++;
  drafts.value = new Map();
  issues.value = [];
  preview.value = [];
  isChecking.value = false;
}

/** Changes go to the other file from now on. */
export function chooseScope(value: Scope): void {
  scope.value = value;
  checkSoon();
}

function checkSoon(): void {
  clearTimeout(timer);
  if (drafts.value.size === 0) {
    forgetAll();
    return;
  }
  isChecking.value = true;
  timer = setTimeout(() => void check(), PAUSE_MS);
}

async function check(): Promise<void> {
  const mine = ++checks;
  try {
    const body: SaveRequest = { scope: scope.value, changes: changes.value, dryRun: true };
    const answer = await ask<SaveAnswer>("settings", { body });
    if (mine !== checks) return;
    issues.value = [];
    preview.value = answer.lines;
  } catch (error) {
    if (mine !== checks) return;
    showFailure(error);
  }
  isChecking.value = false;
}

function showFailure(error: unknown): void {
  const failure = toFailure(error);
  issues.value = failure.issues.length > 0 ? failure.issues : [{ path: "", message: failure.message }];
  preview.value = [];
}

/** Saves all changes, or none. */
export async function save(set: (settings: SettingsAnswer) => void): Promise<void> {
  clearTimeout(timer);
  checks++;
  try {
    const answer = await ask<SaveAnswer>("settings", {
      body: { scope: scope.value, changes: changes.value } satisfies SaveRequest,
    });
    forgetAll();
    set(answer.settings);
    tell(answer, set);
  } catch (error) {
    showFailure(error);
    isChecking.value = false;
    if (!(error instanceof Failure) || error.issues.length === 0) say(toFailure(error).message, { isError: true });
  }
}

/** Says what was saved, with a way back. */
export function tell({ saved, lines, needRestart, backup }: SaveAnswer, set: (settings: SettingsAnswer) => void): void {
  if (!saved) {
    say("Nothing changed.");
    return;
  }
  const restart = needRestart.length > 0 ? ` Needs a restart: ${needRestart.join(", ")}.` : " In effect now.";
  const copy = backup === undefined ? "" : ` The old file is kept as ${backup}.`;
  say(`Saved: ${lines.join("; ")}.${restart}${copy}`, { action: { label: "Undo", run: () => void undo(set) } });
}

/** Takes back the last change that was saved. */
export async function undo(set: (settings: SettingsAnswer) => void): Promise<void> {
  try {
    const answer = await ask<SaveAnswer>("settings/undo", { body: {} });
    forgetAll();
    set(answer.settings);
    say(answer.lines.length > 0 ? `Taken back: ${answer.lines.join("; ")}.` : "Taken back.");
  } catch (error) {
    say(toFailure(error).message, { isError: true });
  }
}

/** What is wrong with a setting; undefined if nothing is. Places within it count, too. */
export function issueOf(key: string): string | undefined {
  const found = issues.value.find(
    ({ path }) => path === key || path.startsWith(`${key}.`) || path.startsWith(`${key}[`),
  );
  return found?.message;
}
