import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  accessibilityProblems,
  calculateAll,
  findChromium,
  goTo,
  plotProblems,
  settle,
  startBrowser,
  tooWidePx,
} from "../../support/page-browser/browser.mjs";
import { startPageMock } from "../../support/page-mock/server.mjs";

const APP = fileURLToPath(new URL("../../../dist/ui/app", import.meta.url));
const missing =
  findChromium() === undefined
    ? "Chromium is not installed (apt-get install chromium, or name it in CHROMIUM); npm run test:system -- --only page installs it"
    : existsSync(APP)
      ? undefined
      : "dist/ui/app is missing: npm run build:ts";
if (missing !== undefined) console.log(`The page is not tried in a browser: ${missing}`);

const VIEWS = ["dashboard", "reductions", "reductions/r1", "sessions", "sessions/s0", "savings", "try", "settings"];

describe.skipIf(missing !== undefined)("the page in a browser", () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>;
  let mock: Awaited<ReturnType<typeof startPageMock>>;

  beforeAll(async () => {
    browser = await startBrowser();
    mock = await startPageMock({ app: APP });
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    await mock?.close();
  });

  it.each(VIEWS)(
    "%s keeps to its policy, fits a narrow window, and has no fault that axe knows",
    async (view) => {
      const { page, faults, close } = await browser.open({ width: 360 });
      await goTo(page, mock, view);
      expect(await tooWidePx(page)).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(faults).toEqual([]);
      await close();
    },
    60_000,
  );

  it.each([360, 1280])(
    "draws savings and the tuned policy as wide as a window of %i px allows, with no name cut or on another",
    async (width) => {
      const { page, faults, close } = await browser.open({ width });
      await goTo(page, mock, "savings");
      await calculateAll(page);
      expect(await page.locator("svg.scatter").count()).toBe(2);
      expect(await plotProblems(page)).toEqual([]);
      expect(await tooWidePx(page)).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(faults).toEqual([]);
      await close();
    },
    60_000,
  );

  it("keeps a saved strategy over a reload, and takes it back", async () => {
    const { page, faults, close } = await browser.open();
    await goTo(page, mock, "settings");
    const strategy = page.getByLabel("Context Condensation Strategy");
    await strategy.selectOption("smart");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("In effect now.").waitFor();
    await page.reload();
    await settle(page);
    expect(await strategy.inputValue()).toBe("smart");
    await page.getByRole("button", { name: "Undo the last change" }).click();
    await page.getByText("Taken back").waitFor();
    expect(await strategy.inputValue()).toBe("native");
    expect(faults).toEqual([]);
    await close();
  }, 60_000);
});
