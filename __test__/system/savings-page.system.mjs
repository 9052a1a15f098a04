// The page of `tamis savings --html` in Chromium, at three widths and in both themes: nothing is loaded, nothing is wider
// than the page, and no text lies on another. Pictures go to the folder that TAMIS_PICTURES names.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startChromium } from "../support/chromium.mjs";
import { counter, withScratch } from "../support/tools.mjs";

export const name = "savings-page";

const WIDTHS = [360, 768, 1280];
const THEMES = ["light", "dark"];

export async function run({ log, root, shared }) {
  const { counts, check } = counter(log);
  const browser = await startChromium();
  if (browser === undefined) throw new Error("Chromium is missing: apt-get install chromium, or name it in CHROMIUM");
  await withScratch(async (scratch) => {
    const logs = shared === undefined ? writeLogs(scratch) : join(shared, "logs");
    const page = join(scratch, "page.html");
    const main = join(root, "dist", "cli", "main.cjs");
    const { status } = spawnSync(process.execPath, [main, "savings", logs, "--html", page]);
    await check("the page is written", () => ensure(status === 0, `exit code ${status}`));
    for (const width of WIDTHS) {
      for (const theme of THEMES) {
        await check(`${width} px, ${theme}`, () => look(browser, pathToFileURL(page).href, width, theme));
      }
    }
  });
  await browser.close();
  return { ...counts, record: { widths: WIDTHS, themes: THEMES } };
}

/** Most of a page's height that a picture has. */
const MOST_PICTURE_PX = 4000;

async function look(browser, url, width, theme) {
  const send = await browser.open(url);
  await send("Emulation.setDeviceMetricsOverride", { width, height: 900, deviceScaleFactor: 1, mobile: false });
  await send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: theme }] });
  if (process.env.TAMIS_PICTURES !== undefined) {
    const { cssContentSize } = await send("Page.getLayoutMetrics");
    const clip = { x: 0, y: 0, width, height: Math.min(MOST_PICTURE_PX, cssContentSize.height), scale: 1 };
    const { data } = await send("Page.captureScreenshot", { captureBeyondViewport: true, clip });
    writeFileSync(join(process.env.TAMIS_PICTURES, `savings-${width}-${theme}.png`), Buffer.from(data, "base64"));
  }
  const { result } = await send("Runtime.evaluate", { expression: `(${inPage})()`, returnByValue: true });
  const { scrollWidth, overlaps, loaded, contrast } = result.value;
  ensure(scrollWidth <= width, `the page is ${scrollWidth} px wide`);
  ensure(overlaps.length === 0, `one text on another: ${overlaps.slice(0, 3).join("; ")}`);
  ensure(loaded === 0, `${loaded} things were loaded`);
  ensure(contrast >= 4.5, `contrast of the text: ${contrast.toFixed(1)}`);
}

/** Runs in the page. */
function inPage() {
  // What is folded has a place too, and is looked at unfolded.
  for (const details of document.querySelectorAll("details")) details.open = true;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const boxes = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.textContent.trim() === "") continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      // Lines are higher than their letters.
      if (right - left > 1)
        boxes.push({ text: node.textContent.trim().slice(0, 30), left, right, top: top + 3, bottom: bottom - 3 });
    }
  }
  boxes.sort((a, b) => a.top - b.top);
  const overlaps = [];
  for (const [at, one] of boxes.entries()) {
    for (let next = at + 1; next < boxes.length && boxes[next].top < one.bottom; next++) {
      const other = boxes[next];
      if (other.left < one.right - 1 && one.left < other.right - 1) overlaps.push(`${one.text} / ${other.text}`);
    }
  }
  const luminance = (color) => {
    const [r, g, b] = color
      .match(/\d+/g)
      .map((part) => Number(part) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const style = getComputedStyle(document.body);
  const [a, b] = [luminance(style.color), luminance(style.backgroundColor)].sort((x, y) => y - x);
  return {
    scrollWidth: document.documentElement.scrollWidth,
    overlaps,
    loaded: performance.getEntriesByType("resource").length,
    contrast: (a + 0.05) / (b + 0.05),
  };
}

/** A log of its own, with long names. */
function writeLogs(scratch) {
  const usage = { prompt_tokens: 9000, completion_tokens: 50, prompt_tokens_details: { cached_tokens: 8000 } };
  const project = `/projects/${"a-very-long-name-of-a-folder".repeat(8)}`;
  const lines = [{ tamis: "session", version: 1, id: "s", project, model: "gpt-5" }];
  for (let turn = 0; turn < 40; turn++) {
    const call = { id: `c${turn}`, type: "function", function: { name: "read_file", arguments: "{}" } };
    lines.push(
      {
        message: { role: "assistant", content: null, tool_calls: [call] },
        usage,
        time: 1_790_000_000_000 + turn * 1000,
      },
      { message: { role: "tool", tool_call_id: `c${turn}`, content: "words ".repeat(900) } },
    );
  }
  lines.splice(1, 0, { message: { role: "user", content: "go" } });
  const path = join(scratch, "log.jsonl");
  writeFileSync(path, lines.map((line) => JSON.stringify(line)).join("\n"));
  return path;
}

function ensure(holds, message) {
  if (!holds) throw new Error(message);
}
