import type { SavingsResult, TunedMeasure, TunedPoint, TuneResult } from "../../api.js";
import { csvOfRows } from "../../csv-cell.js";

export function savingsCsv(result: SavingsResult): string {
  const groups = [
    ["day", result.byDay],
    ["project", result.byProject],
    ["agent", result.byAgent],
    ["model", result.byModel],
    ["session", result.bySession],
  ] as const;
  const rows = groups.flatMap(([kind, list]) =>
    list.map(({ key, sessions, requests, dollars, saved }) => [kind, key, sessions, requests, dollars, saved]),
  );
  return csvOfRows(["by", "name", "sessions", "requests", "dollars", "saved"], rows);
}

const MEASURES = ["bill", "found", "dearer"];

/** The policies of a search, and those that no other beats, as CSV; settings as JSON. */
export function tuningCsv({ policies, front }: TuneResult): string {
  const names = ["list", "policy", "chosen", ...MEASURES, ...MEASURES.map((name) => `unseen_${name}`), "settings"];
  const rowOf = (list: string, { name, isChosen, aside, changes, ...seen }: TunedPoint) => {
    const settings = changes === undefined ? undefined : JSON.stringify(settingsIn(changes));
    return [list, name, isChosen, ...cells(seen), ...cells(aside), settings];
  };
  return csvOfRows(names, [
    ...policies.map((policy) => rowOf("policies", policy)),
    ...front.map((policy) => rowOf("front", policy)),
  ]);
}

const cells = (measure: TunedMeasure | undefined) => [measure?.ratio, measure?.grounding, measure?.dearer];

const settingsIn = (changes: NonNullable<TunedPoint["changes"]>) =>
  Object.fromEntries(changes.map(({ key, value }) => [key, value]));
