// How fast the page is with much in it, beside an empty page with the same policy in the same run.
import { elementCount, settle } from "./browser.mjs";
import { ensure } from "./ensure.mjs";

const ROUNDS = 7;
const MOST_PAINT_MS = 300;
const MOST_INTERACTION_MS = 100;
const MOST_ELEMENTS = 5000;

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** First paint and first row of the page, in turns with the empty one. */
export async function measurePaint(browser, mock) {
  const empty = [];
  const paints = [];
  const rows = [];
  for (let round = 0; round < ROUNDS; round++) {
    empty.push(await firstPaint(browser, `${mock.url}/empty`));
    const seen = await firstPaint(browser, `${mock.url}/#token=${mock.token}&/reductions/r1`, ".virtual .request");
    paints.push(seen);
    rows.push(seen.selector);
  }
  const [base, page] = [median(empty.map(({ paint }) => paint)), median(paints.map(({ paint }) => paint))];
  const first = median(rows);
  const figures = { emptyMs: Math.round(base), paintMs: Math.round(page), firstRowMs: Math.round(first) };
  ensure(page - base <= MOST_PAINT_MS, `first paint is ${Math.round(page - base)} ms after an empty page's`);
  return figures;
}

async function firstPaint(browser, url, selector) {
  const { page, close } = await browser.open();
  await page.goto(url);
  const found = await page.evaluate(async (wanted) => {
    const paint = await new Promise((resolve) => {
      new PerformanceObserver((entries) => {
        const entry = entries.getEntriesByName("first-contentful-paint")[0];
        if (entry !== undefined) resolve(entry.startTime);
      }).observe({ type: "paint", buffered: true });
    });
    while (wanted !== undefined && document.querySelector(wanted) === null) await new Promise(requestAnimationFrame);
    return { paint, selector: performance.now() };
  }, selector);
  await close();
  return found;
}

/** Opens ten thousand rows and a block of five megabytes, and uses them. */
export async function measureInteractions(browser, mock) {
  const { page, faults, close } = await browser.open({ width: 1600, height: 1000 });
  await page.goto(`${mock.url}/#token=${mock.token}&/reductions/r1`);
  await settle(page);
  await page.waitForFunction(() => document.querySelector(".list [role=status]")?.textContent === "10,000", undefined, {
    timeout: 60_000,
  });
  await page.evaluate(observe);
  const opening = await openBig(page);
  const elements = await elementCount(page);
  await page.locator(".diff-rows").focus();
  for (const key of ["n", "n", "p", "PageDown", "PageDown", "End", "Home", "PageDown"]) await press(page, key);
  await page.locator(".d-block button").first().click();
  await page.locator(".d-block button").first().click();
  for (const part of [0.3, 0.7, 1, 0]) await scrollTo(page, ".diff-rows", part);
  for (const part of [0.5, 1, 0]) await scrollTo(page, ".requests .virtual", part);
  await page.locator(".virtual .request").first().focus();
  for (const key of ["ArrowDown", "PageDown", "End", "Home"]) await press(page, key);
  await page.getByRole("searchbox").fill("");
  for (const letter of "gemini") await press(page, letter, page.getByRole("searchbox"));
  await page.getByRole("searchbox").fill("");
  for (let count = 0; count < 5; count++) mock.emit("request", mock.newRow());
  await page.waitForTimeout(300);
  const { events, longest } = await page.evaluate(() => ({
    events: globalThis.seenEvents,
    longest: globalThis.longestTask,
  }));
  const most = Math.max(0, ...events.map(({ duration }) => duration));
  const slow = events.filter(({ duration }) => duration > MOST_INTERACTION_MS);
  const after = await elementCount(page);
  await close();
  ensure(faults.length === 0, faults.join("; "));
  ensure(slow.length === 0, `slow: ${slow.map(({ name, duration }) => `${name} ${duration} ms`).join(", ")}`);
  ensure(Math.max(elements, after) <= MOST_ELEMENTS, `${Math.max(elements, after)} elements`);
  return {
    mostMs: Math.round(most),
    openingMs: Math.round(opening),
    longestTaskMs: Math.round(longest),
    elements,
    interactions: events.length,
  };
}

/** Runs in the page: notes every interaction and the longest task. */
function observe() {
  globalThis.seenEvents = [];
  globalThis.longestTask = 0;
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) globalThis.seenEvents.push({ name, duration });
  }).observe({ type: "event", durationThreshold: 16 });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.longestTask = Math.max(globalThis.longestTask, duration);
  }).observe({ type: "longtask" });
}

/** Unfolds the big block; returns how long it took until all of its rows were there. */
async function openBig(page) {
  const box = page.locator(".diff-rows");
  await box.evaluate((element) => {
    element.scrollTop = element.scrollHeight;
  });
  const wanted = page.locator(".d-rest button", { hasText: /[\d,]{7,} more chars/ }).last();
  await wanted.waitFor();
  const before = await box.evaluate((element) => element.scrollHeight);
  const startedAt = performance.now();
  await wanted.click();
  await page.waitForFunction((height) => document.querySelector(".diff-rows").scrollHeight > height * 5, before);
  return performance.now() - startedAt;
}

async function press(page, key, on) {
  if (on === undefined) await page.keyboard.press(key);
  else await on.press(key);
  await page.waitForTimeout(60);
}

async function scrollTo(page, selector, part) {
  await page.locator(selector).evaluate((element, share) => {
    element.scrollTop = (element.scrollHeight - element.clientHeight) * share;
  }, part);
  await page.waitForTimeout(80);
}
