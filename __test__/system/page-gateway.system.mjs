// The shipped gateway with its page open in Chromium: what that costs its requests, in turns with the page closed, and a gateway
// that ends and starts again. TAMIS_PAGE_REQUESTS is how many requests it gets, TAMIS_PICTURES a folder
// for pictures of what a login sees. Chromium is installed where it is missing.
import { join } from "node:path";
import { loadTs } from "../support/load-ts.mjs";
import { findChromium, startBrowser } from "../support/page-browser/browser.mjs";
import { tryLive } from "../support/page-browser/live.mjs";
import { counter, debianProgram } from "../support/tools.mjs";

export const name = "page-gateway";

export async function run({ log, root }) {
  if (findChromium() === undefined) await debianProgram({ program: "chromium", log });
  const { counts, check } = counter(log);
  const { TAMIS_PICTURES: pictures } = process.env;
  const { conversation } = await loadTs(join(root, "__test__/ui/conversation.ts"));
  const browser = await startBrowser();
  const record = await tryLive({ browser, root, check, body: JSON.stringify(conversation(14)), pictures });
  await browser.close();
  log(JSON.stringify(record));
  return { ...counts, record };
}
