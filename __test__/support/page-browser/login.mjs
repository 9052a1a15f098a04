// Requests of a subscription's login through the shipped gateway: it has limits and no bill, so no view of the page has dollars.
import { join } from "node:path";
import { startGateway } from "../gateway-process.mjs";
import { withScratch } from "../tools.mjs";
import { goTo, settle } from "./browser.mjs";
import { ensure, equal } from "./ensure.mjs";

const TOKEN = "token-of-the-page-7f3a";
const LOGIN = { authorization: "Bearer sk-ant-oat01-trial", "anthropic-beta": "oauth-2025-04-20" };
const KEY = { "x-api-key": "k" };
const VIEWS = ["dashboard", "reductions", "sessions", "savings", "try", "settings"];

/** @param {{ pictures?: string }} options where the views are painted @returns how many views were looked at */
export async function tryLogin({ browser, root, check, body, upstream, pictures }) {
  let views = 0;
  await withScratch(async (scratch) => {
    const look = (headers, then) => lookAt({ browser, root, body, upstream, headers, scratch }, then);
    await check("a request with a key has dollars", () =>
      look(KEY, async (page, place) => {
        await goTo(page, place, "reductions");
        ensure((await dollarsIn(page)).length > 0, "no dollars: this test would see none of a login's");
      }),
    );
    await check("a login has no dollars in any view", () =>
      look(LOGIN, async (page, place) => {
        views = await lookAtAll(page, place, pictures);
      }),
    );
  });
  return { views };
}

async function lookAt({ browser, root, body, upstream, headers, scratch }, then) {
  const folder = join(scratch, Object.keys(headers)[0] ?? "");
  const env = { TAMIS_PAGE_TOKEN: TOKEN, HOME: folder, XDG_DATA_HOME: folder, XDG_STATE_HOME: folder };
  const gateway = await startGateway({ root, file: join(scratch, "tamis.toml"), upstream, env });
  const { page, close } = await browser.open();
  try {
    for (let count = 0; count < 3; count++) {
      const all = {
        "content-type": "application/json",
        "user-agent": "claude-cli/2.1.332 (external, cli)",
        ...headers,
      };
      const answer = await fetch(`${gateway.url}/v1/messages`, { method: "POST", headers: all, body });
      equal(answer.status, 200, "status");
      await answer.text();
    }
    await then(page, { url: gateway.url, token: TOKEN });
  } finally {
    await close();
    await gateway.stop();
  }
}

/** Each view, then each row's own and what can be done there. */
async function lookAtAll(page, place, pictures) {
  let views = 0;
  const see = async (name) => {
    views++;
    if (pictures !== undefined) await page.screenshot({ path: join(pictures, `login-${name}.png`), fullPage: true });
    equal((await dollarsIn(page)).join("\n"), "", `dollars in ${name}`);
  };
  for (const view of VIEWS) {
    await goTo(page, place, view);
    await see(view);
  }
  for (const view of ["reductions", "sessions"]) {
    await goTo(page, place, view);
    await page
      .locator(view === "sessions" ? 'main a[href*="#/sessions/"]' : ".virtual-rows .request")
      .first()
      .click();
    await settle(page);
    await see(`${view}-row`);
    if (view === "sessions") continue;
    await page.getByRole("tab", { name: "Compare" }).click();
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.getByText("Before and after").first().waitFor();
    await see("compare");
  }
  return views;
}

/** Texts and attributes with a dollar sign in them. */
const dollarsIn = (page) =>
  page.evaluate(() => {
    const found = [];
    for (const element of document.querySelectorAll("body, body *:not(script):not(style)")) {
      for (const node of element.childNodes) if (node.nodeType === 3 && /\$/.test(node.data)) found.push(node.data);
      for (const { name, value } of element.attributes) if (/\$/.test(value)) found.push(`${name}: ${value}`);
    }
    return found;
  });
