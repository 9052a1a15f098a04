// What docs/performance.md and the README say of other programs, beside the record of `test:system -- --only rivals`.
import { describe, expect, it } from "vitest";
import { read } from "../architecture/typescript-imports.js";
import { tableOf } from "./pages.js";

interface Row {
  program: string;
  settings: string;
  removed: { all: number };
  errorLines: { kept: number };
  changed: number;
  restored: number;
  millisPer100KB: number;
}
type Kept = "bill" | "edits" | "errorLines" | "names";
type Bill = { material: string; prices: string; program: string; withReReads: number } & Record<Kept, number>;

const PAGE = "docs/performance.md";
const { record } = JSON.parse(read("benches/record/amd-epyc-2-cores-linux-x64/system/rivals.json")) as {
  record: { rows: Row[]; bills: Bill[] };
};

/** `headroom-ai 0.42.0, headroom_compress`; ours are called as the record calls them, but for two. */
const shown = (program: string) =>
  program
    .replace("[mcp]", "")
    .replace("==", " ")
    .replace(/^tamis/, "Tamis")
    .replace("Tamis, preset safe, ", "the same, ")
    .replace("Tamis, preset safe", "Tamis, safe")
    .replace("Tamis, the same", "the same");

it.each(tableOf(PAGE, "program | removed"))("%s removes %s of the results", (name, ...cells) => {
  const row = record.rows.find(({ program, settings }) => shown(`${program}, ${settings}`) === name);
  const percent = 100 * (row?.removed.all ?? 0);
  expect(cells).toEqual([
    `${percent.toFixed(percent < 10 ? 1 : 0)} %`,
    String(row?.errorLines.kept),
    `${row?.restored} of ${row?.changed}`,
    row?.millisPer100KB.toFixed(1),
  ]);
});

const billsOf = (name: string) =>
  record.bills.filter(({ material, program }) => material === "logs" && shown(program) === name);

function span(name: string, key: Kept): string {
  const values = billsOf(name).map((one) => one[key]);
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(3));
  return least === most ? `${least}` : `${least}–${most}`;
}

describe("the bills of sessions", () => {
  it.each(tableOf(PAGE, "program | 0.1, 1.25"))("of %s: %s, %s, %s are the record's", (name, ...cells) => {
    const at = [0.1, 0.05, 0.025].map((read) =>
      billsOf(name ?? "")
        .find(({ prices }) => prices === `reads ${read}, writes 1.25`)
        ?.withReReads.toFixed(3),
    );
    const kept = (["bill", "edits", "errorLines", "names"] as const).map((key) => span(name ?? "", key));
    expect(cells).toEqual([...at, ...kept]);
  });

  it("of all programs are in the table", () => {
    const names = tableOf(PAGE, "program | 0.1, 1.25").map(([name]) => name);
    expect(names.sort()).toEqual([...new Set(record.bills.map(({ program }) => shown(program)))].sort());
  });

  it("of the cheapest rival are in the README", () => {
    const [, name = "", bill, edits] =
      /the cheapest rival, ([\w-]+) [\d.]+, takes the bill to ([\d.]+) and leaves (\d+) % of edits/s.exec(
        read("README.md"),
      ) ?? [];
    const rivals = record.bills.filter(({ program, material }) => material === "logs" && !program.startsWith("tamis"));
    const cheapest = rivals.reduce((one, other) => (other.bill < one.bill ? other : one)).program;
    expect(cheapest.startsWith(name)).toBe(true);
    const dearest = Math.max(...rivals.filter(({ program }) => program === cheapest).map((one) => one.bill));
    expect([Number(bill), edits]).toEqual([
      Math.round(dearest * 100) / 100,
      (100 * (rivals.find(({ program }) => program === cheapest)?.edits ?? 0)).toFixed(0),
    ]);
  });
});
