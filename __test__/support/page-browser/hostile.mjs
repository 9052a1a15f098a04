// Texts that would do harm, or hide, if they were anything but text.
import { goTo, settle, tooWidePx } from "./browser.mjs";
import { ensure, equal } from "./ensure.mjs";

export const HOSTILE =
  '<img src=x onerror=alert(1)><script>alert(2)</script><a href="javascript:alert(3)">x</a>' +
  `'"\`&amp;{{7*7}}\u202Eevil\u2066\u200B\u0007\u001B[31m\u001B]8;;javascript:alert(4)\u0007 `;

/** A line of a hundred thousand chars, without a place to break it. */
export const HUGE = "W".repeat(100_000);

/** Every view and what opens in it. */
const PLACES = [
  ["dashboard", async (page) => page.getByText("The same as a table").click()],
  ["reductions"],
  ["reductions/r1", async (page) => page.getByRole("tab", { name: /Decisions/ }).click()],
  [
    "reductions/r1",
    async (page) =>
      page
        .getByRole("tab", { name: /References/ })
        .click()
        .then(() => page.getByText("points to message").click()),
  ],
  ["reductions/r1", async (page) => page.getByRole("tab", { name: /Importance/ }).click()],
  [
    "reductions/r1",
    async (page) =>
      page
        .getByRole("tab", { name: /Compare/ })
        .click()
        .then(() => page.getByRole("button", { name: "Compare", exact: true }).click()),
  ],
  ["reductions/gone"],
  ["sessions", async (page) => page.getByText("could not be read").click()],
  ["sessions/s0"],
  [
    "savings",
    async (page) =>
      page
        .getByRole("button", { name: "Calculate" })
        .click()
        .then(() => page.getByRole("button", { name: "Tune", exact: true }).click()),
  ],
  [
    "try",
    async (page) =>
      page
        .getByLabel("The request or log")
        .fill("neither")
        .then(() => page.getByRole("button", { name: "Try", exact: true }).click()),
  ],
  ["settings", async (page) => page.locator("[id='field-targetReductionPercent']").fill("400")],
];

/** Looks at every place; nothing may run, hide, or break the page's width. */
export async function lookAtHostile(page, mock, check) {
  for (const [index, [view, act]] of PLACES.entries()) {
    await check(`hostile texts in ${view} (${index})`, async () => {
      await goTo(page, mock, view);
      await act?.(page);
      await settle(page);
      await page.waitForTimeout(300);
      const found = await page.evaluate(inPage);
      equal(found.elements, 0, "elements made of text");
      equal(found.hidden.length, 0, `hidden characters in ${found.hidden.slice(0, 3).join("; ")}`);
      ensure(found.isMarked, "what is hidden has marks");
      equal(await tooWidePx(page), 0, "wider than its window");
    });
  }
}

/** Runs in the page. */
function inPage() {
  const hidden = [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  const pattern = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B\u202A-\u202E\u2066-\u2069]/;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (pattern.test(node.data))
      hidden.push(`${node.parentElement?.className}: ${JSON.stringify(node.data.slice(0, 60))}`);
  }
  for (const element of document.body.querySelectorAll("*")) {
    for (const { name, value } of element.attributes) {
      // What is sent back is as it came.
      if (!["value", "href", "id", "for"].includes(name) && pattern.test(value))
        hidden.push(`${element.tagName} ${name}`);
    }
  }
  const made = document.querySelectorAll("img, iframe, object, embed, a[href^='javascript:'], body script, [onerror]");
  return { elements: made.length, hidden, isMarked: document.body.textContent.includes("[RLO]") };
}
