// How fast the page is with much in it, beside an empty page with the same policy in the same run.
import { settle } from "./browser.mjs";
import { ensure } from "./ensure.mjs";

const ROUNDS = 7;
const MOST_PAINT_MS = 300;
const MOST_INTERACTION_MS = 100;
const MOST_NODES = 5000;
const INTERACTION_ROUNDS = 5;

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** First paint and first row of the page, in turns with the empty one. */
export async function measurePaint(browser, mock) {
  const empty = [];
  const paints = [];
  const rows = [];
  for (let round = 0; round < ROUNDS; round++) {
    empty.push(await firstPaint(browser, `${mock.url}/empty`));
    const seen = await firstPaint(browser, `${mock.url}/#token=${mock.token}&/reductions/r1`, ".virtual-rows .request");
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

/**
 * Opens ten thousand rows and a block of five megabytes, and uses them. Times are those of the browser's main thread, which
 * other programs do not change, and by the clock until the next frame, beside the same keys on the empty page.
 */
export async function measureInteractions(browser, mock) {
  const base = await emptyInteractions(browser, mock);
  const { page, faults, close } = await browser.open({ width: 1600, height: 1000 });
  await page.goto(`${mock.url}/#token=${mock.token}&/reductions/r1`);
  await settle(page);
  await page.waitForFunction(() => document.querySelector(".list [role=status]")?.textContent === "10,000", undefined, {
    timeout: 120_000,
  });
  const clock = await mainThread(page);
  const openingMs = await openBig(page, clock);
  const found = {};
  let nodes = 0;
  for (let round = 0; round < INTERACTION_ROUNDS; round++) {
    for (const [name, before, act] of INTERACTIONS) {
      await before?.(page);
      found[name] = [...(found[name] ?? []), await timed(page, clock, () => act(page, mock))];
      nodes = Math.max(nodes, await nodeCount(page));
    }
  }
  await close();
  const rows = Object.entries(found).map(([name, times]) => ({
    name,
    cpuMs: Math.round(median(times.map(({ cpuMs }) => cpuMs))),
    beyondEmptyMs: Math.round(median(times.map(({ wallMs }) => wallMs)) - base),
  }));
  const slow = rows.filter(({ cpuMs, beyondEmptyMs }) => Math.min(cpuMs, beyondEmptyMs) > MOST_INTERACTION_MS);
  ensure(faults.length === 0, faults.join("; "));
  ensure(slow.length === 0, `slow: ${JSON.stringify(slow)}`);
  ensure(nodes <= MOST_NODES, `${nodes} nodes`);
  return { openingMs, nodes, emptyMs: Math.round(base), interactions: rows };
}

const focus = (selector) => (page) => page.locator(selector).first().focus();
const key = (name) => (page) => page.keyboard.press(name);
const scroll = (selector, share) => (page) =>
  page.locator(selector).evaluate((element, part) => {
    element.scrollTop = (element.scrollHeight - element.clientHeight) * part;
  }, share);

/** A name, what is done before it counts, and what counts. */
const INTERACTIONS = [
  ["next change", focus(".diff-rows"), key("n")],
  ["a page down in 5 MB", focus(".diff-rows"), key("PageDown")],
  ["to the end of 5 MB", focus(".diff-rows"), key("End")],
  ["a jump within 5 MB", undefined, scroll(".diff-rows", 0.37)],
  ["to the beginning of 5 MB", focus(".diff-rows"), key("Home")],
  ["a fold", undefined, (page) => page.locator(".d-block button").first().click()],
  ["a row down", focus(".requests"), key("ArrowDown")],
  ["to the last of 10,000 rows", focus(".requests"), key("End")],
  ["a jump in 10,000 rows", undefined, scroll(".requests", 0.6)],
  ["to the first row", focus(".requests"), key("Home")],
  ["a letter in the search", (page) => page.getByRole("searchbox").fill("gemin"), key("i")],
  [
    "a request that arrives",
    (page) => page.getByRole("searchbox").fill(""),
    (_, mock) => mock.emit("request", mock.newRow()),
  ],
];

/** The same measure on the empty page: its median, in ms. */
async function emptyInteractions(browser, mock) {
  const { page, close } = await browser.open();
  await page.goto(`${mock.url}/empty`);
  const clock = await mainThread(page);
  const times = [];
  for (let round = 0; round < 3 * INTERACTION_ROUNDS; round++)
    times.push(await timed(page, clock, () => page.keyboard.press("n")));
  await close();
  return median(times.map(({ wallMs }) => wallMs));
}

/** Reads how long the page's main thread has worked, in ms. */
async function mainThread(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration").value * 1000;
  };
}

/** Does something; by the clock until two frames are drawn, and until the main thread is idle. */
async function timed(page, clock, act) {
  const before = await clock();
  const startedAt = performance.now();
  await act();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const wallMs = performance.now() - startedAt;
  await page.waitForTimeout(150);
  return { wallMs, cpuMs: (await clock()) - before };
}

/** Unfolds the big block; returns how long the main thread worked until all of its rows were there. */
async function openBig(page, clock) {
  const box = page.locator(".diff-rows");
  await scroll(".diff-rows", 1)(page);
  const wanted = page.locator(".d-rest button", { hasText: /[\d,]{7,} more chars/ }).last();
  await wanted.waitFor();
  const height = await box.evaluate((element) => element.scrollHeight);
  const before = await clock();
  await wanted.click();
  await page.waitForFunction((old) => document.querySelector(".diff-rows").scrollHeight > old * 5, height);
  await page.waitForTimeout(300);
  return Math.round((await clock()) - before);
}

/** Nodes of every kind in the page. */
const nodeCount = (page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
    let count = 1;
    while (walker.nextNode() !== null) count++;
    return count;
  });
