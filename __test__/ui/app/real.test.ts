// What a user does on the page of a real server, where a made-up one would answer whatever it is asked.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, it } from "vitest";
import type { RequestPage } from "../../../ts/ui/api.js";
import { entryWith } from "../../ledger/entries.js";
import { findChromium, goTo, startBrowser } from "../../support/page-browser/browser.mjs";
import { startPage, TOKEN } from "../start-page.js";

const APP = fileURLToPath(new URL("../../../dist/ui/app", import.meta.url));

describe.skipIf(findChromium() === undefined || !existsSync(APP))("on a real page", () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>;
  beforeAll(async () => {
    browser = await startBrowser();
  }, 60_000);
  afterAll(() => browser?.close());

  const opened = async () => {
    const started = await startPage({ surface: "gateway", mode: "reduce", folder: APP });
    const place = { url: started.url, token: TOKEN };
    const tab = await browser.open();
    tab.page.setDefaultTimeout(5_000);
    return { ...started, tab: tab.page, close: tab.close, go: (view: string) => goTo(tab.page, place, view) };
  };

  it("a request leads to its session and back, and all requests are older ones, too", async () => {
    const { page, get, tab, go, close } = await opened();
    const account = { at: 1, wire: "anthropic", report: undefined } as never;
    page.add(entryWith({ at: Date.now() - 5 * 86_400_000, session: "s/1 ü" }), account, undefined);
    const [row] = (await get<RequestPage>("requests")).rows;
    await go(`reductions/${row?.id}`);
    await tab.getByRole("link", { name: "turn by turn" }).click();
    await tab.getByRole("heading", { name: "s/1 ü" }).waitFor();
    await tab.getByRole("link", { name: "1", exact: true }).click();
    await tab.getByRole("link", { name: "turn by turn" }).waitFor();
    await go("dashboard");
    await tab.getByText("All", { exact: true }).click();
    await tab.getByText("in 5 days $0.01 instead of $0.02").waitFor();
    await close();
  }, 60_000);
});
