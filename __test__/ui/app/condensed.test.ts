// What the page of a gateway shows of a request whose conversation was condensed: by whom, in which phases, and for how much.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Bills, entryOf } from "../../../ts/ledger/index.js";
import type { DashboardAnswer, ReductionDetail, RequestRow } from "../../../ts/ui/api.js";
import { API_PATH, TOKEN_HEADER } from "../../../ts/ui/api.js";
import { Page } from "../../../ts/ui/index.js";
import { ask, startGateway } from "../../gateway/start.js";
import {
  accessibilityProblems,
  findChromium,
  goTo,
  startBrowser,
  tooWidePx,
} from "../../support/page-browser/browser.mjs";
import { conversation } from "../conversation.js";

const APP = fileURLToPath(new URL("../../../dist/ui/app", import.meta.url));
const hasBrowser = findChromium() !== undefined && existsSync(APP);

/** A gateway with a page that has condensed one request. */
async function started(provider: "native" | "smart") {
  const page = new Page({
    ...{ surface: "gateway", mode: "reduce", token: "t", ledger: "/nonexistent/ledger.db" },
    ...(hasBrowser ? { folder: APP } : {}),
  });
  const facts = { run: "r", agent: "gateway", mode: "reduce", surface: "gateway" } as const;
  const bills = new Bills();
  const condensation = { enabled: true, provider, contextTokens: 4_000, autoCondenseContextPercent: 5 };
  const { url } = await startGateway(
    undefined,
    { policies: { default: { mode: "off" } }, condensation },
    {
      page,
      keptBodyBytes: 1_000_000,
      onRequest: (account, bodies) => page.add(entryOf(account, facts, bills), account, bodies),
    },
  );
  page.address(url);
  const data = async <T>(path: string) =>
    JSON.parse((await ask(url, `${API_PATH}${path}`, { method: "GET", headers: { [TOKEN_HEADER]: "t" } })).text) as T;
  const body = JSON.stringify(conversation(40));
  await ask(url, "/v1/messages", { body, headers: { "content-type": "application/json" } });
  await expect.poll(async () => (await data<{ rows: unknown[] }>("requests")).rows.length).toBe(1);
  return { url, data };
}

it.each([
  [
    "smart",
    "Condensed by Smart (improved)",
    /^Context condensed using Smart strategy:\n - Lossless phase: \S+ → \S+ tokens \(\S+\)\n - Lossy phase: \S+ → \S+ tokens \(-\d+%\)\n - Total reduction: \d+%\n - Phases: lossless, tool results[a-z, ]*\n - Preserved: 2 user messages\n - Made for this request; it cost nothing$/,
  ],
  [
    "native",
    "Condensed by Native (default)",
    /^Context condensed using Native strategy:\n - Lossy phase: \S+ → \S+ tokens \(-\d+%\)\n - Total reduction: \d+%\n - Phases: summary\n - Made for this request; it cost nothing$/,
  ],
] as const)(
  "is told of a request that was condensed by %s: its phases, and what it cost",
  async (provider, by, told) => {
    const { data } = await started(provider);
    const { rows } = await data<{ rows: RequestRow[] }>("requests");
    const { doneBy, feedback, phases, notes, numbers } = await data<ReductionDetail>(`reductions/${rows[0]?.id}`);
    expect({ doneBy, notes, masked: numbers.masked }).toEqual({ doneBy: by, notes: [], masked: 0 });
    expect(feedback).toMatch(told);
    expect(rows[0]).toMatchObject({ stage: "condensation", condensed: provider });
    expect([numbers.tokensBefore, numbers.tokensAfter]).toEqual([rows[0]?.tokensBefore, rows[0]?.tokensAfter]);
    const { stages, condensations } = await data<DashboardAnswer>("dashboard");
    expect(stages).toEqual([{ stage: "condensation", requests: 1 }]);
    const { tokensBefore, tokensAfter } = numbers;
    expect(condensations).toEqual([{ provider, requests: 1, tokensBefore, tokensAfter }]);
    const kinds = phases.map(({ kind }) => kind);
    expect(kinds).toEqual(provider === "smart" ? ["lossless", "lossy"] : ["lossy"]);
  },
);

describe.skipIf(!hasBrowser)("in a browser", () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>;
  beforeAll(async () => {
    browser = await startBrowser();
  }, 60_000);
  afterAll(() => browser?.close());

  it.each([
    [360, "dark"],
    [1280, "light"],
  ] as const)("is on the page, %i px wide, in the %s theme", async (width, theme) => {
    const { url, data } = await started("smart");
    const [row] = (await data<{ rows: RequestRow[] }>("requests")).rows;
    const { page, faults, close } = await browser.open({ width, theme });
    await goTo(page, { url, token: "t" }, `reductions/${row?.id}`);
    const text = await page.locator("main").innerText();
    expect(text).toContain("Condensed by Smart (improved)");
    expect(text).toContain("Phases: lossless, tool results");
    expect(text).toContain("it cost nothing");
    expect(text).toContain("Repeats");
    await goTo(page, { url, token: "t" }, "dashboard");
    expect(await page.locator("main").innerText()).toMatch(/Condensed conversations\s+Smart\s+\d+ % of \S+ tokens/);
    await goTo(page, { url, token: "t" }, `reductions/${row?.id}`);
    expect(await tooWidePx(page)).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(faults).toEqual([]);
    if (process.env.TAMIS_SHOW !== undefined)
      await page.screenshot({ path: `${process.env.TAMIS_SHOW}/condensed-${width}-${theme}.png`, fullPage: true });
    await close();
  });
});
