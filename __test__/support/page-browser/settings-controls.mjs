// Controls of the settings, each with what has to be saved, refused or taken back.
import { downloaded, settle } from "./browser.mjs";
import { ensure, equal } from "./ensure.mjs";

const button = (page, name) => page.getByRole("button", { name, exact: true });
const save = async (page) => {
  await button(page, "Save").click();
  await page.getByText("In effect now.").first().waitFor();
};
const saves = (mock) =>
  mock.asked
    .filter(({ path, method }) => path === "settings" && method === "POST")
    .map(({ text }) => JSON.parse(text))
    .filter(({ dryRun }) => !dryRun);

export const SETTINGS_CONTROLS = [
  ["a tooltip for every option, and jumps to every group", "settings", everyOption],
  ["the strategy, over a reload", "settings", strategy],
  ["a wrong number, as one types", "settings", wrongNumber],
  ["switches, choices, texts, lists and JSON", "settings", kinds],
  ["this workspace", "settings", workspace],
  ["modes, inherited and not", "settings", modes],
  ["export and import", "settings", transfer],
  ["the migration", "settings", migration],
];

async function everyOption(page, mock) {
  const folded = page.locator("details:not([open]) > summary");
  while ((await folded.count()) > 0) await folded.first().click();
  const { groups } = mock.settings();
  const fields = groups
    .flatMap((group) => group.fields)
    .map((one) =>
      // The dropdown at the top.
      one.key === "provider" ? { ...one, key: "strategy", label: "the strategy" } : one,
    );
  for (const { key, label, description } of fields) {
    const tip = page.locator(`[id='tip-${key}']`);
    ensure((await tip.textContent()).includes(description), `what ${key} does`);
    const mark = page.locator(`button[aria-describedby='tip-${key}']`);
    equal(await mark.getAttribute("aria-label"), `About ${label}`, "the tooltip's mark");
    await mark.focus();
    ensure(!(await tip.evaluate((element) => element.classList.contains("unseen"))), `the tooltip of ${key} is shown`);
    const { top, bottom } = await tip.evaluate((element) => element.getBoundingClientRect().toJSON());
    ensure(top >= 0 && bottom <= page.viewportSize().height, `the tooltip of ${key} is within the window`);
  }
  const jumps = page.getByRole("navigation", { name: "Groups of settings" }).getByRole("button");
  for (let at = 0; at < (await jumps.count()); at++) {
    await jumps.nth(at).click();
    ensure((await page.evaluate(() => document.activeElement?.id)).startsWith("group-"), "the group has the focus");
  }
}

async function strategy(page) {
  const places = await page.locator(".places dt").allTextContents();
  equal(places.join(", "), "Terminal when you ask, Sessions when you ask, This gateway off", "where it acts");
  const jumps = await page
    .getByRole("navigation", { name: "Groups of settings" })
    .getByRole("button")
    .allTextContents();
  ensure(jumps.indexOf("Modes") < jumps.indexOf("Masking"), "condensation's settings come before the policy's");
  const field = page.getByLabel("Context Condensation Strategy");
  const labels = await field.locator("option").allTextContents();
  equal(labels.slice(0, 2).join(", "), "Native (default), Smart (improved)", "the entries");
  await field.selectOption("smart");
  await save(page);
  await page.reload();
  await settle(page);
  equal(await field.inputValue(), "smart", "the strategy stays");
  await button(page, "Undo").or(button(page, "Undo the last change")).first().click();
  await page.getByText("Taken back").waitFor();
  equal(await field.inputValue(), "native", "undone");
}

async function wrongNumber(page, mock) {
  const before = saves(mock).length;
  const field = page.locator("[id='field-targetReductionPercent']");
  await field.fill("400");
  await page.getByText("expected a whole number from 1 to 95, got 400").first().waitFor();
  equal(await field.getAttribute("aria-invalid"), "true", "the field is marked");
  ensure(await button(page, "Save").isDisabled(), "nothing can be saved");
  await field.fill("many");
  await page.getByText('got "many"').first().waitFor();
  await field.fill("60");
  await page.getByText("targetReductionPercent = 60").waitFor();
  await button(page, "Discard").click();
  await page.waitForFunction(() => document.getElementById("field-targetReductionPercent").value === "50");
  equal(saves(mock).length, before, "nothing was saved");
}

async function kinds(page, mock) {
  await page
    .getByRole("switch", { name: /auto condense context/ })
    .first()
    .click();
  await page.locator("[id='field-mask.keepErrors']").selectOption('"seed"');
  await page.locator("[id='field-customCondensingPrompt']").fill("Short, please.");
  const folded = page.locator("details:not([open]) > summary");
  while ((await folded.count()) > 0) await folded.first().click();
  await page.locator("[id='field-args.tools']").fill("Read\nmcp_*");
  await page.locator("[id='field-mask.tools']").fill('{"Bash": {"never": true}}');
  await page.locator("[id='field-budget.tokens']").fill("90000");
  await page.getByRole("button", { name: "Keep results of tools longer" }).first().click();
  await page.getByRole("button", { name: "Keep results of tools less long" }).first().click();
  await page.getByRole("button", { name: "Keep results of tools longer" }).first().click();
  await page.locator(".save-bar").getByText("7 changes").waitFor();
  await page.getByRole("button", { name: "Take back the change of tokens" }).click();
  await save(page);
  const { changes } = saves(mock).at(-1);
  const values = Object.fromEntries(changes.map(({ key, value }) => [key, value]));
  equal(values["args.tools"].join(), "Read,mcp_*", "a list");
  equal(values["mask.tools"].Bash.never, true, "JSON");
  equal(values.preservationPriority.indexOf("TOOL_RESULT"), 3, "an order");
  equal(values.autoCondenseContext, false, "a switch");
  await page.getByRole("button", { name: "Remove keep errors from this file" }).click();
  await save(page);
  ensure(!("value" in saves(mock).at(-1).changes[0]), "a removed key has no value");
}

async function workspace(page, mock) {
  await page.locator("fieldset.choice label", { hasText: "This workspace" }).click();
  ensure(await page.locator("[id='field-customCondensingPrompt']").isDisabled(), "a prompt is not the workspace's");
  await page.getByText("A prompt may not come with a repository.").waitFor();
  await page.locator("[id='field-mask.windowTurns']").fill("12");
  await save(page);
  equal(saves(mock).at(-1).scope, "workspace", "saved for the workspace");
  await page.getByText("set for this workspace").waitFor();
}

async function modes(page, mock) {
  await page.getByLabel("Name of another mode").fill("ask");
  await button(page, "Add").click();
  const group = page.getByRole("group", { name: "Settings of the mode ask" });
  const inherit = group.getByRole("checkbox", { name: "Inherit target reduction percent" });
  ensure(await inherit.isChecked(), "inherited at first");
  await inherit.uncheck();
  await group.locator("[id='field-modes.ask.targetReductionPercent']").fill("30");
  await page.getByText("modes.ask.targetReductionPercent = 30").waitFor();
  await save(page);
  equal(saves(mock).at(-1).changes[0].key, "modes.ask.targetReductionPercent", "saved for the mode");
  ensure(!(await inherit.isChecked()), "its own");
  await inherit.check();
  await save(page);
  ensure(await inherit.isChecked(), "inherited again");
  await page.locator("label.filter", { hasText: "Mode" }).locator("select").selectOption("code");
  await page.getByRole("group", { name: "Settings of the mode code" }).waitFor();
}

async function transfer(page) {
  const saved = await downloaded(page, () => button(page, "Export").click());
  equal(saved.name, "tamis-settings.json", "export");
  await button(page, "Import").first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Or its text").fill('{"targetReductionPercent": 400}');
  await dialog.getByText("Nothing is imported while a setting is refused.").waitFor();
  ensure(await dialog.getByRole("button", { name: "Import" }).isDisabled(), "refused");
  await dialog.getByLabel("Or its text").fill("no JSON");
  await dialog.getByText("The file is no JSON").waitFor();
  await dialog.getByLabel("File of settings").setInputFiles({
    name: "settings.json",
    mimeType: "application/json",
    buffer: Buffer.from('{"targetReductionPercent": 61}'),
  });
  await dialog.getByText("1 setting would change").waitFor();
  await dialog.getByRole("button", { name: "Import" }).click();
  await page.getByText("Imported: 1 change.").waitFor();
  await page.waitForFunction(() => document.getElementById("field-targetReductionPercent")?.value === "61");
  await button(page, "Import").first().click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  equal(await dialog.count(), 0, "closed");
}

async function migration(page) {
  await page.getByText("These settings are in an older form").waitFor();
  await button(page, "Write the new form").click();
  await page.getByText("The old file is kept").or(page.getByText("Saved: the new form")).first().waitFor();
  await page.getByText("These settings are in an older form").waitFor({ state: "detached" });
}
