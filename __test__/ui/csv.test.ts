import { describe, expect, it } from "vitest";
import type { SavingsResult, TunedPoint, TuneResult } from "../../ts/ui/api.js";
import { savingsCsv, tuningCsv } from "../../ts/ui/app/savings/csv.js";
import { csvCell } from "../../ts/ui/csv-cell.js";
import { csvOf } from "../../ts/ui/routes.js";
import { entryWith } from "../ledger/entries.js";

const lines = (text: string) => text.split("\r\n");

describe("a cell of CSV", () => {
  it.each([
    [undefined, ""],
    [-0.5, "-0.5"],
    [true, "true"],
    ["plain", "plain"],
    ['say "a, b"', '"say ""a, b"""'],
    ["two\nlines", '"two\nlines"'],
    ["=1+2", "'=1+2"],
    ["+49", "'+49"],
    ["-x", "'-x"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ['=cmd("x")', `"'=cmd(""x"")"`],
  ])("of %j is %j, so that a spreadsheet runs nothing", (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });
});

describe("a download as CSV", () => {
  it("of requests has a line of names, times as people read them, and hostile names as texts", () => {
    const [names = "", row = "", end] = lines(csvOf([entryWith({ project: "=evil()", moved: true })]));
    const cells = Object.fromEntries(names.split(",").map((name, at) => [name, row.split(",")[at]]));
    expect(cells).toMatchObject({ at: "1970-01-01T00:00:01.000Z", project: "'=evil()", moved: "true", cost: "0.01" });
    expect([cells.refused, end]).toEqual(["", ""]);
  });

  it("of requests has LiteLLM's team, key and user as its last columns, hostile ones as texts", () => {
    const entry = entryWith({ team: "search", virtualKey: "=ci()", user: "u-1" });
    const [names = "", row = "", other = ""] = lines(csvOf([entry, entryWith({})]));
    expect(names.split(",").slice(-3)).toEqual(["team", "virtualKey", "user"]);
    expect(row.split(",").slice(-3)).toEqual(["search", "'=ci()", "u-1"]);
    expect(other.split(",").slice(-3)).toEqual(["", "", ""]);
  });

  it("of savings has the rows of all groups", () => {
    const row = (key: string) => ({ key, sessions: 1, requests: 2, dollars: 0.5, saved: -0.1 });
    const groups = { byDay: [row("2026-11-01")], byProject: [row("=x")], byAgent: [], byModel: [], bySession: [] };
    expect(lines(savingsCsv(groups as unknown as SavingsResult))).toEqual([
      "by,name,sessions,requests,dollars,saved",
      "day,2026-11-01,1,2,0.5,-0.1",
      "project,'=x,1,2,0.5,-0.1",
      "",
    ]);
  });

  it("of a search has its policies and its front, with the unseen sessions' figures and the settings", () => {
    const tuned: TunedPoint = {
      ...{ name: "tuned", ratio: 0.66, grounding: 0.9, dearer: 1, isChosen: true },
      aside: { ratio: 0.7, grounding: 0.88, dearer: 2 },
      changes: [{ key: "preset", value: "strong" }],
    };
    const other: TunedPoint = { name: "@12", ratio: 0.8, grounding: 0.95, dearer: 0, isChosen: false };
    const result = { policies: [tuned], front: [other] } as unknown as TuneResult;
    expect(lines(tuningCsv(result))).toEqual([
      "list,policy,chosen,bill,found,dearer,unseen_bill,unseen_found,unseen_dearer,settings",
      'policies,tuned,true,0.66,0.9,1,0.7,0.88,2,"{""preset"":""strong""}"',
      "front,'@12,false,0.8,0.95,0,,,,",
      "",
    ]);
  });
});
