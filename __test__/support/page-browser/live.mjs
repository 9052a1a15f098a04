// The shipped gateway with its page: what an open page costs its requests, and a gateway that ends and starts again.
import { createServer } from "node:http";
import { join } from "node:path";
import { Pool } from "undici";
import { startGateway, until } from "../gateway-process.mjs";
import { withScratch } from "../tools.mjs";
import { goTo } from "./browser.mjs";
import { ensure } from "./ensure.mjs";
import { tryLogin } from "./login.mjs";

const REQUESTS = Number(process.env.TAMIS_PAGE_REQUESTS ?? 10_000);
/** Requests of one turn: with the page open, then without it. */
const TURN = 500;
const MOST_RATIO = 1.1;
const TOKEN = "token-of-the-page-7f3a";

const ANSWER = JSON.stringify({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-opus-4-6",
  content: [{ type: "text", text: "done" }],
  stop_reason: "end_turn",
  usage: { input_tokens: 900, cache_read_input_tokens: 20_000, cache_creation_input_tokens: 0, output_tokens: 3 },
});

/** @param body Of a request to Anthropic. @returns what was measured */
export async function tryLive({ browser, root, check, body, pictures }) {
  const figures = {};
  const upstream = await startUpstream();
  figures.login = await tryLogin({ browser, root, check, body, upstream: upstream.url, pictures });
  await withScratch(async (scratch) => {
    const start = (port = 0) =>
      startGateway({
        ...{ root, port, file: join(scratch, "tamis.toml"), upstream: upstream.url },
        env: { TAMIS_PAGE_TOKEN: TOKEN, HOME: scratch, XDG_DATA_HOME: scratch, XDG_STATE_HOME: scratch },
      });
    let gateway = await start();
    const place = { url: gateway.url, token: TOKEN };
    const { page, close } = await browser.open();
    await check("an open page does not make the gateway slow", async () => {
      figures.latency = await measureLatency({ page, place, body });
      ensure(figures.latency.ratio <= MOST_RATIO, JSON.stringify(figures.latency));
    });
    await check("a gateway that ends and starts again keeps what the page shows", async () => {
      await goTo(page, place, "reductions");
      await page.locator(".virtual-rows .request").first().waitFor();
      await gateway.stop();
      await page.getByText("Tamis does not answer.").waitFor({ timeout: 30_000 });
      gateway = await start(Number(new URL(gateway.url).port));
      await page.waitForFunction(() => document.querySelector(".status-live") !== null, undefined, { timeout: 60_000 });
      await page.reload();
      await page.locator(".virtual-rows .request").first().waitFor({ timeout: 30_000 });
      figures.rowsAfterRestart = await page.locator(".virtual-rows .request").count();
    });
    await close();
    await gateway.stop();
  });
  await upstream.close();
  return figures;
}

/** Median latency of single requests, in turns with the page open and without it. */
async function measureLatency({ page, place, body }) {
  const pool = new Pool(place.url, { connections: 1 });
  const times = { closed: [], open: [] };
  await timeTurn(pool, body);
  for (let turn = 0; times.open.length + times.closed.length < REQUESTS; turn++) {
    const kind = turn % 2 === 0 ? "closed" : "open";
    if (kind === "open") await goTo(page, place, "reductions");
    else await page.goto("about:blank");
    times[kind].push(...(await timeTurn(pool, body)));
    // The list follows the requests: the listener is there.
    if (kind === "open") await until("a row", () => page.locator(".virtual-rows .request").count(), 30_000);
  }
  await pool.destroy();
  const [closedMs, openMs] = [median(times.closed), median(times.open)];
  return { requests: times.open.length + times.closed.length, closedMs, openMs, ratio: openMs / closedMs };
}

async function timeTurn(pool, body) {
  const times = [];
  for (let count = 0; count < TURN; count++) {
    const startedAt = performance.now();
    const headers = { "content-type": "application/json", "x-api-key": "k" };
    const answer = await pool.request({ method: "POST", path: "/v1/messages", headers, body });
    await answer.body.text();
    ensure(answer.statusCode === 200, `status ${answer.statusCode}`);
    times.push(performance.now() - startedAt);
  }
  return times;
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

async function startUpstream() {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(200, { "content-type": "application/json" }).end(ANSWER));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}
