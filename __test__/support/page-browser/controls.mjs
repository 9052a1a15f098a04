// Every control of the page, used once, with what has to follow.
import { downloaded, elementCount, goTo, plotProblems, settle } from "./browser.mjs";
import { ensure, equal } from "./ensure.mjs";
import { SETTINGS_CONTROLS } from "./settings-controls.mjs";

const choose = (page, name) => page.locator("fieldset.choice label", { hasText: new RegExp(`^${name}$`) }).click();
const button = (page, name) => page.getByRole("button", { name, exact: true });

/** Each: a name, the view it begins in, and what is done there. */
export const CONTROLS = [
  ["links to every view", "dashboard", links],
  ["light and dark, over a reload", "dashboard", themes],
  ["tooltips by pointer, focus and Escape", "dashboard", tooltips],
  ["time, filters and groups of the dashboard", "dashboard", dashboard],
  ["downloads of the dashboard", "dashboard", exports],
  ["filters and keys of the list", "reductions", list],
  ["a request that arrives", "reductions", arriving],
  ["tabs, changes, folds and pointers of a reduction", "reductions/r1", reduction],
  ["comparison of strategies", "reductions/r1", comparison],
  ["sessions and their turns", "sessions", sessions],
  ["savings, calculated and used", "savings", savings],
  ["a request, a log and neither, tried", "try", trial],
  ["a hidden page, and its return", "reductions", hiding],
  ...SETTINGS_CONTROLS,
];

async function links(page) {
  for (const name of ["Reductions", "Sessions", "Savings", "Try", "Settings", "Dashboard"]) {
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name }).click();
    await page.waitForFunction((title) => document.title === `${title} · Tamis`, name);
    equal(await page.evaluate(() => document.activeElement?.tagName), "MAIN", "the view has the focus");
  }
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Tamis, to the dashboard" }).click();
  await page.waitForFunction(() => document.title === "Dashboard · Tamis");
  await page.keyboard.press("Shift+Tab");
  await page.evaluate(() => document.querySelector("a.skip").focus());
  await page.keyboard.press("Enter");
  equal(await page.evaluate(() => document.activeElement?.id), "content", "the skip link leads to the content");
}

async function themes(page) {
  const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await back();
  await choose(page, "Dark");
  const dark = await back();
  ensure(light !== dark, "dark is another colour");
  await page.reload({ waitUntil: "commit" });
  await page.waitForSelector("header.top");
  equal(await back(), dark, "dark stays over a reload");
  await choose(page, "Light");
  equal(await back(), light, "light is the other");
  await choose(page, "Dark");
  await choose(page, "Auto");
  equal(await back(), light, "auto is the system's theme");
}

async function tooltips(page) {
  const tip = page.getByRole("tooltip").first();
  const isShown = () => tip.evaluate((element) => !element.classList.contains("unseen"));
  const mark = page.getByRole("button", { name: "About Bill" });
  await mark.hover();
  ensure(await isShown(), "shown under the pointer");
  await page.mouse.move(0, 0);
  ensure(!(await isShown()), "gone with the pointer");
  await mark.focus();
  ensure(await isShown(), "shown with the focus");
  await page.keyboard.press("Escape");
  ensure(!(await isShown()), "gone by Escape");
}

async function dashboard(page, mock) {
  for (const span of ["7 days", "30 days", "All"]) {
    await choose(page, span);
    await settle(page);
  }
  const before = mock.asked.length;
  await page.locator("label.filter", { hasText: "Model" }).locator("select").selectOption({ index: 1 });
  await page.locator("label.filter", { hasText: "Agent" }).locator("select").selectOption("claude");
  await page.locator("label.filter", { hasText: "Policy" }).locator("select").selectOption({ index: 1 });
  await settle(page);
  ensure(mock.asked.length > before, "a filter asks again");
  for (const group of ["Policy", "Agent", "Project", "Model"]) await choose(page, group);
  const table = page.getByRole("region", { name: "The bill by group" });
  await table.getByRole("button", { name: "Requests" }).click();
  equal(await table.locator("th[aria-sort]").first().getAttribute("aria-sort"), "descending", "sorted by a click");
  await page.getByText("The same as a table").click();
  ensure((await page.locator("details table tbody tr").count()) > 0, "the plots are a table, too");
  ensure((await page.locator(".plot canvas").count()) >= 3, "three plots");
  await page.getByText("12 requests came faster than what they have in them could be read").waitFor();
}

async function exports(page) {
  equal((await downloaded(page, () => button(page, "CSV").click())).name, "tamis-requests.csv", "CSV");
  equal((await downloaded(page, () => button(page, "JSON").click())).name, "tamis-requests.json", "JSON");
}

async function list(page) {
  const rows = page.locator(".virtual-rows .request");
  for (const kind of ["Reduced", "Moves", "Problems", "All"]) {
    await choose(page, kind);
    ensure((await rows.count()) > 0, `${kind} has rows`);
  }
  await page.getByRole("searchbox").fill("gemini 8 tool turns");
  ensure((await rows.count()) > 0 && (await rows.count()) < 20, "the search finds some");
  await page.getByRole("searchbox").fill("no such thing");
  await page.getByText("None of the requests is so").waitFor();
  await page.getByRole("searchbox").fill("");
  await page.getByRole("grid").focus();
  for (const key of ["ArrowDown", "ArrowDown", "PageDown", "End", "ArrowUp", "PageUp", "Home", "ArrowDown"]) {
    await page.keyboard.press(key);
    await page.waitForTimeout(50);
  }
  const active = await page.getByRole("grid").getAttribute("aria-activedescendant");
  equal(active, "request-r1", "keys move the active row");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash === "#/reductions/r1");
  await rows.nth(2).click();
  await page.waitForFunction(() => location.hash === "#/reductions/r2");
}

async function arriving(page, mock) {
  const row = mock.newRow();
  mock.emit("request", row);
  await page.waitForFunction(
    (id) => document.querySelector(".virtual-rows .request") !== null && id.length > 0,
    row.id,
  );
  await page.getByText("61", { exact: true }).waitFor();
}

async function reduction(page) {
  const rows = page.locator(".d-row");
  await button(page, "↓ Change").click();
  await button(page, "↑ Change").click();
  // Keys need no focus, and are letters where one types.
  const scrolled = () => page.locator(".diff-rows").evaluate(({ scrollTop }) => scrollTop);
  await page.evaluate(() => document.activeElement?.blur());
  const start = await scrolled();
  for (let at = 0; at < 6 && (await scrolled()) === start; at++) await page.keyboard.press("n");
  ensure((await scrolled()) !== start, "n goes to the next change");
  await page.keyboard.press("p");
  const side = page.getByLabel("Side by side");
  await side.setChecked(false);
  equal(await page.locator(".diff-rows.split").count(), 0, "one below the other");
  await side.setChecked(true);
  await page.getByLabel("Changes only").check();
  equal(await page.locator(".d-block .k-kept").count(), 0, "nothing that is kept");
  await page.getByLabel("Changes only").uncheck();
  const key = page.locator(".legend .key").first();
  await key.click();
  equal(await key.getAttribute("aria-pressed"), "false", "a kind is hidden");
  await key.click();
  const fold = page.locator(".d-block button").first();
  const open = await fold.getAttribute("aria-expanded");
  await fold.click();
  ensure((await fold.getAttribute("aria-expanded")) !== open, "a block folds");
  await fold.click();
  await page.getByLabel("Changes only").check();
  await reveal(page, "more chars of this block");
  await page.getByText("more chars of this block").first().click();
  await reveal(page, "the original that the pointer leads to");
  await page.getByText("Show the original").first().click();
  await page.locator(".d-original").first().waitFor();
  await page.getByText("Hide the original").first().click();
  ensure((await rows.count()) > 0, "rows stay");
  await page.getByRole("tab").first().focus();
  for (const title of ["Decisions", "References", "Importance", "Compare"]) {
    await page.keyboard.press("ArrowRight");
    ensure((await page.getByRole("tab", { selected: true }).textContent()).startsWith(title), title);
  }
  await page.getByRole("tab", { name: /References/ }).click();
  await page.getByText("points to message").click();
  await page.getByText("The same as what the pointer replaced").waitFor();
}

/** Scrolls the comparison until a text is in it. */
async function reveal(page, text) {
  const box = page.locator(".diff-rows");
  await box.evaluate((element) => {
    element.scrollTop = 0;
  });
  for (let step = 0; step < 60; step++) {
    await page.waitForTimeout(150);
    if (await page.getByText(text).first().isVisible()) return;
    await box.evaluate((element) => {
      element.scrollTop += 300;
    });
  }
  throw new Error(`not in the comparison: ${text}`);
}

async function comparison(page) {
  await page.getByRole("tab", { name: "Compare" }).click();
  await page.getByLabel("Preset strong").check();
  await button(page, "Compare").click();
  await page.locator(".columns article").first().waitFor();
  equal(await page.locator(".columns article").count(), 4, "four columns");
  await page.getByText("fewest tokens").waitFor();
  await page.getByText("The preset needs policy version 2.").waitFor();
  await page.getByRole("link", { name: "Before and after" }).first().click();
  await page.waitForFunction(() => location.hash.startsWith("#/reductions/try"));
}

async function sessions(page) {
  await choose(page, "Agents' own logs");
  await settle(page);
  await page.getByText("could not be read").click();
  await choose(page, "Through Tamis");
  await settle(page);
  await page.getByRole("link", { name: /Session 0/ }).click();
  await settle(page);
  await page.getByRole("button", { name: /Show more/ }).click();
  ensure((await page.getByRole("region", { name: "Turns" }).locator("tbody tr").count()) === 42, "all turns");
  await page.getByRole("link", { name: "3", exact: true }).click();
  await page.waitForFunction(() => location.hash === "#/reductions/r2");
}

async function savings(page, mock) {
  await button(page, "Calculate").click();
  await page.getByText("could have been saved").waitFor();
  for (const group of ["Project", "Agent", "Model", "Session", "Day"]) await choose(page, group);
  ensure(await page.getByRole("img", { name: /recommended: balanced/ }).isVisible(), "the plot names the chosen point");
  equal((await downloaded(page, () => button(page, "Savings as JSON").click())).name, "tamis-savings.json", "JSON");
  equal((await downloaded(page, () => button(page, "Savings as CSV").click())).name, "tamis-savings.csv", "CSV");
  await page.getByRole("button", { name: "Use strong" }).click();
  await page.getByText("In use: ").waitFor();
  const { text } = mock.asked.filter(({ path, method }) => path === "settings" && method === "POST").at(-1);
  equal(JSON.parse(text).changes[0].value, "strong", "the policy is saved");
  await button(page, "Tune").click();
  await page.getByText("beats the default").waitFor();
  ensure(await page.getByRole("img", { name: /recommended: tuned/ }).isVisible(), "the plot names the tuned policy");
  equal((await downloaded(page, () => button(page, "Tuning as JSON").click())).name, "tamis-tune.json", "tuning");
  const table = await downloaded(page, () => button(page, "Tuning as CSV").click());
  equal(table.name, "tamis-tune.csv", "tuning as CSV");
  equal(table.text.split("\r\n").filter((line) => line.startsWith("policies,")).length, 4, "a row for each policy");
  equal((await plotProblems(page)).join("\n"), "", "plots");
  await page.getByRole("button", { name: "Use tuned" }).click();
  await page.waitForFunction(() => document.querySelector("button[disabled]") === null);
  await button(page, "Close the message").click();
  equal(await button(page, "Close the message").count(), 0, "the message is gone");
  await page.getByRole("button", { name: "Use safe" }).first().click();
  await page.locator(".saying").getByRole("button", { name: "Settings" }).click();
  await page.waitForFunction(() => location.hash === "#/settings");
}

async function trial(page) {
  const field = page.getByLabel("The request or log");
  await field.fill('{"messages":[]}');
  await button(page, "Try").click();
  await page.getByRole("tab", { name: "Before and after" }).waitFor();
  await page.getByLabel("Strategy").selectOption("smart");
  await page.getByText("Condensed by Smart (improved): 84,000").waitFor();
  await field.fill('{"sessionId":"s"}');
  await button(page, "Try").click();
  await page.getByText("1 session").waitFor();
  await field.fill("neither");
  await button(page, "Try").click();
  await page.getByText("This is neither").waitFor();
  const big = `{"messages":[${" ".repeat(300_000)}]}`;
  await page
    .getByLabel("Choose a file")
    .setInputFiles({ name: "big.json", mimeType: "application/json", buffer: Buffer.from(big) });
  await page.getByText("big.json").waitFor();
  await page.getByRole("tab", { name: "Before and after" }).waitFor();
  await button(page, "Remove").click();
  await page.locator(".drop").evaluate((element) => {
    const data = new DataTransfer();
    data.items.add(new File(['{"sessionId":"s"}'], "log.jsonl"));
    element.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await page.getByText("1 session").waitFor();
  ensure((await elementCount(page)) < 2000, "few elements");
}

/** A page that nobody sees leaves its connection to others: a browser gives all tabs of one address six together. */
async function hiding(page, mock) {
  await page.clock.install();
  const show = (isHidden) =>
    page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, isHidden);
  equal(mock.listeners(), 1, "listeners");
  await show(true);
  await page.clock.fastForward(9_000);
  equal(mock.listeners(), 1, "listeners after nine seconds");
  await page.clock.fastForward(2_000);
  await until(() => mock.listeners() === 0);
  const asked = mock.asked.length;
  await show(false);
  await until(() => mock.listeners() === 1 && mock.asked.length > asked);
  equal(await page.locator(".status-live").count(), 1, "live");
  equal(await page.locator(".banner").count(), 0, "no banner");
}

/** Throws if it does not hold after five seconds. */
async function until(holds) {
  for (let tries = 0; !holds(); tries++) {
    ensure(tries < 100, `not after five seconds: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The server goes, comes back, and refuses. */
export async function reconnecting(page, mock, restart) {
  await goTo(page, mock, "reductions");
  await mock.close();
  await page.getByText("Tamis does not answer.").waitFor();
  ensure((await page.locator(".virtual-rows .request").count()) > 0, "what was there stays");
  await button(page, "Connect now").click();
  const again = await restart();
  await page.waitForFunction(() => document.querySelector(".status-live") !== null, undefined, { timeout: 15_000 });
  equal(await page.locator(".banner").count(), 0, "the banner is gone");
  return again;
}
