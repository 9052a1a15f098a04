// Chromium for the page's tests: what every test asks of every view, whatever else it looks at.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The path of Chromium; undefined where it is not installed. `CHROMIUM` names another. */
export function findChromium() {
  if (process.env.CHROMIUM !== undefined) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const names = ["chromium", "chromium-browser", "google-chrome"];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

/** Starts it. */
export async function startBrowser(executablePath = findChromium()) {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  return {
    /**
     * A page that notes what must not happen: errors, breaches of the page's policy, dialogs, requests elsewhere.
     *
     * @param {{ width?: number, height?: number, theme?: "light" | "dark" }} [options]
     */
    async open({ width = 1280, height = 900, theme = "light" } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: theme,
        acceptDownloads: true,
      });
      const page = await context.newPage();
      const faults = [];
      page.on("pageerror", (error) => faults.push(`error: ${error.stack ?? error}`));
      page.on("dialog", (dialog) => {
        faults.push(`dialog: ${dialog.message()}`);
        dialog.dismiss();
      });
      page.on("console", (message) => {
        // A refused answer is shown in the page, and by Chromium in the console.
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
          faults.push(`console: ${message.text()}`);
        }
      });
      page.on("request", (request) => {
        const url = request.url();
        if (!/^(?:http:\/\/127\.0\.0\.1:|blob:http:\/\/127\.0\.0\.1:)/.test(url)) faults.push(`request: ${url}`);
      });
      await page.exposeFunction("noteViolation", (text) => faults.push(`policy: ${text}`));
      await page.addInitScript(() => {
        addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
          globalThis.noteViolation(`${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber}`),
        );
      });
      return { page, faults, close: () => context.close() };
    },
    close: () => browser.close(),
  };
}

/** Goes to a view and waits until nothing is asked for any more. */
export async function goTo(page, { url, token }, view) {
  const address = `${url}/#token=${token}&/${view}`;
  if (page.url().startsWith(url)) await page.evaluate((to) => location.assign(to), `#/${view}`);
  else await page.goto(address);
  await page.waitForSelector(`main.view-${view.split("/")[0]}`);
  await settle(page);
}

/** Waits until nothing is loading. */
export async function settle(page) {
  await page.waitForFunction(() => document.querySelector(".waiting") === null);
  await page.waitForTimeout(150);
}

/** What axe finds, as lines. */
export async function accessibilityProblems(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }),
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} (${failureSummary?.replaceAll(/\s+/g, " ")})`,
    ),
  );
}

/** By how many px the page is wider than its window. */
export const tooWidePx = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** What is wrong with the drawn plots: not as wide as their card, texts that are cut or lie on one another. */
export const plotProblems = (page) =>
  page.evaluate(() => {
    const found = [];
    for (const plot of document.querySelectorAll("svg.scatter")) {
      const { paddingLeft, paddingRight } = getComputedStyle(plot.closest(".card"));
      const inner =
        plot.closest(".card").clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const box = plot.getBoundingClientRect();
      if (Math.abs(box.width - inner) > 1) found.push(`a plot of ${box.width} px in a card of ${inner}`);
      const texts = [...plot.querySelectorAll("text")].map((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return { text: element.textContent, left, right, top: top + 2, bottom: bottom - 2 };
      });
      for (const [at, one] of texts.entries()) {
        if (one.left < box.left || one.right > box.right || one.top < box.top || one.bottom > box.bottom)
          found.push(`cut: ${one.text}`);
        for (const other of texts.slice(at + 1))
          if (one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom)
            found.push(`${one.text} on ${other.text}`);
      }
    }
    return found;
  });

/** Calculates savings and a tuned policy, so that both plots are drawn. */
export async function calculateAll(page) {
  await page.getByRole("button", { name: /^Calculate/ }).click();
  await page.getByText("could have been saved").waitFor();
  await page.getByRole("button", { name: /^Tune/ }).click();
  await page.getByText("beats the default").waitFor();
}

/** Number of elements. */
export const elementCount = (page) => page.evaluate(() => document.getElementsByTagName("*").length);

/** What was saved by a click. */
export async function downloaded(page, click) {
  const [download] = await Promise.all([page.waitForEvent("download"), click()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}
