// The page in Chromium: every control, both themes, three widths with pictures, axe, the page's own policy, hostile texts,
// much data beside an empty page, and the server that goes and comes back. Chromium is installed where it is missing.
// TAMIS_PAGE_PARTS names some of the parts (`controls,sizes`), TAMIS_PICTURES the folder of the pictures.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  accessibilityProblems,
  calculateAll,
  findChromium,
  goTo,
  plotProblems,
  startBrowser,
  tooWidePx,
} from "../support/page-browser/browser.mjs";
import { CONTROLS, reconnecting } from "../support/page-browser/controls.mjs";
import { ensure, equal } from "../support/page-browser/ensure.mjs";
import { HOSTILE, HUGE, lookAtHostile } from "../support/page-browser/hostile.mjs";
import { measureInteractions, measurePaint } from "../support/page-browser/sizes.mjs";
import { startPageMock } from "../support/page-mock/server.mjs";
import { counter, debianProgram } from "../support/tools.mjs";

export const name = "page";

const WIDTHS = [360, 1280, 2560];
const THEMES = ["light", "dark"];
const VIEWS = ["dashboard", "reductions", "reductions/r1", "sessions", "sessions/s0", "savings", "try", "settings"];

export async function run({ log, root }) {
  if (findChromium() === undefined) await debianProgram({ program: "chromium", log });
  const app = join(root, "dist/ui/app");
  const pictures = process.env.TAMIS_PICTURES ?? join(root, "build/pictures");
  mkdirSync(pictures, { recursive: true });
  const { counts, check } = counter(log);
  const browser = await startBrowser();
  const setting = { browser, app, check };
  const figures = {};
  const parts = {
    controls: () => useControls(setting),
    looks: () => lookAtAll({ ...setting, pictures }),
    states: () => lookAtStates(setting),
    reconnecting: () => check("the server goes and comes back", () => goAndComeBack(setting)),
    hostile: () => tryHostile(setting),
    sizes: async () => Object.assign(figures, await measure(setting)),
  };
  const chosen = process.env.TAMIS_PAGE_PARTS?.split(",") ?? Object.keys(parts);
  for (const part of chosen) await parts[part]();
  await browser.close();
  log(`pictures are in ${pictures}; ${JSON.stringify(figures)}`);
  return {
    ...counts,
    record: { widths: WIDTHS, themes: THEMES, views: VIEWS.length, controls: CONTROLS.length, ...figures },
  };
}

/** Each control with a server and a page of its own, so that none sees what another did. */
async function useControls({ browser, app, check }) {
  for (const [title, view, use] of CONTROLS) {
    await check(title, async () => {
      const mock = await startPageMock({ app });
      const { page, faults, close } = await browser.open();
      page.setDefaultTimeout(10_000);
      try {
        await goTo(page, mock, view);
        await use(page, mock);
        equal(faults.join("\n"), "", "faults");
      } finally {
        await close();
        await mock.close();
      }
    });
  }
}

/** Every view at every width in both themes: a picture, its width, and what axe says. */
async function lookAtAll({ browser, app, check, pictures }) {
  const mock = await startPageMock({ app });
  for (const width of WIDTHS) {
    for (const theme of THEMES) {
      const { page, faults, close } = await browser.open({ width, theme, height: width === 2560 ? 1440 : 900 });
      for (const view of VIEWS) {
        await check(`${view}, ${width} px, ${theme}`, async () => {
          await goTo(page, mock, view);
          const hasPlots = view === "savings";
          if (hasPlots) await calculateAll(page);
          await page.waitForTimeout(400);
          await page.evaluate(() => scrollTo(0, 0));
          const path = join(pictures, `${view.replaceAll("/", "-")}-${width}-${theme}.png`);
          await page.screenshot({ path, fullPage: hasPlots });
          equal((await plotProblems(page)).join("\n"), "", "plots");
          equal(await tooWidePx(page), 0, "wider than its window");
          equal((await accessibilityProblems(page)).join("\n"), "", "axe");
          equal(faults.join("\n"), "", "faults");
        });
      }
      await close();
    }
  }
  await mock.close();
}

/** Nothing there yet, no token, a request that is gone, and no such view. */
async function lookAtStates({ browser, app, check }) {
  const mock = await startPageMock({ app, data: { isEmpty: true } });
  const { page, faults, close } = await browser.open();
  const states = [
    ["dashboard", "No requests in this time"],
    ["reductions", "No requests yet"],
    ["reductions/gone", "not kept any more"],
    ["sessions", "No sessions"],
    ["savings", "What would it have saved?"],
    ["nowhere", "There is no such view"],
  ];
  for (const [view, words] of states) {
    await check(`in words: ${words}`, async () => {
      await goTo(page, mock, view);
      await page.getByText(words).first().waitFor({ timeout: 5000 });
      equal((await accessibilityProblems(page)).join("\n"), "", "axe");
    });
  }
  await close();
  await check("in words: no token", async () => {
    const other = await browser.open();
    await other.page.goto(`${mock.url}/#token=wrong`);
    await other.page.getByText("This page needs its token").waitFor({ timeout: 5000 });
    ensure(!other.page.url().includes("wrong"), "the token is out of the address");
    await other.close();
  });
  equal(faults.join("\n"), "", "faults");
  await mock.close();
}

async function goAndComeBack({ browser, app }) {
  const mock = await startPageMock({ app });
  const { page, close } = await browser.open();
  const again = await reconnecting(page, mock, () => startPageMock({ app, port: mock.port }));
  await close();
  await again.close();
}

async function tryHostile({ browser, app, check }) {
  const mock = await startPageMock({ app, data: { hostile: HOSTILE } });
  const { page, faults, close } = await browser.open();
  await lookAtHostile(page, mock, check);
  await check("hostile texts do nothing", () => equal(faults.join("\n"), "", "faults"));
  await close();
  await mock.close();
  await check("a line of a hundred thousand chars in every place", async () => {
    const huge = await startPageMock({ app, data: { hostile: HUGE, rows: 20 } });
    const one = await browser.open();
    for (const view of ["reductions", "reductions/r1"]) {
      await goTo(one.page, huge, view);
      equal(await tooWidePx(one.page), 0, "wider than its window");
    }
    equal(one.faults.join("\n"), "", "faults");
    await one.close();
    await huge.close();
  });
}

async function measure({ browser, app, check }) {
  const figures = {};
  const mock = await startPageMock({ app, data: { rows: 10_000, bigChars: 5 * 1024 * 1024 } });
  await check("first paint with 10,000 requests", async () => {
    figures.paint = await measurePaint(browser, mock);
  });
  await check("interactions with 10,000 requests and 5 MB open", async () => {
    figures.use = await measureInteractions(browser, mock);
  });
  await mock.close();
  return figures;
}
