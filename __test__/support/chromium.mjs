// Chromium without a window, told what to do over its debugging protocol.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "undici";

/** Starts it; undefined where it is not installed. */
export async function startChromium(program = process.env.CHROMIUM ?? "chromium") {
  const folder = await mkdtemp(join(tmpdir(), "tamis-chromium-"));
  const args = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-port=0"];
  const child = spawn(program, [...args, `--user-data-dir=${folder}`, "about:blank"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const address = await addressOf(child);
  if (address === undefined) {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  const socket = new WebSocket(address);
  await once(socket, "open");
  const browser = connect(socket);
  return {
    async open(url) {
      const { targetId } = await browser.send("Target.createTarget", { url: "about:blank" });
      const { sessionId } = await browser.send("Target.attachToTarget", { targetId, flatten: true });
      const send = (method, params) => browser.send(method, params, sessionId);
      await send("Page.enable");
      const loaded = browser.next("Page.loadEventFired", sessionId);
      await send("Page.navigate", { url });
      await loaded;
      return send;
    },
    async close() {
      const gone = once(child, "exit");
      await browser.send("Browser.close");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function addressOf(child) {
  return new Promise((resolve) => {
    let text = "";
    child.on("error", () => resolve(undefined));
    child.on("exit", () => resolve(undefined));
    child.stderr.on("data", (chunk) => {
      text += chunk;
      const found = /listening on (ws:\S+)/.exec(text);
      if (found) resolve(found[1]);
    });
  });
}

function connect(socket) {
  let last = 0;
  const waiting = new Map();
  const events = [];
  socket.addEventListener("message", ({ data }) => {
    const { id, result, error, method, sessionId } = JSON.parse(data);
    const call = waiting.get(id);
    waiting.delete(id);
    if (error !== undefined) call?.reject(new Error(error.message));
    else call?.resolve(result);
    for (const event of events) if (event.method === method && event.sessionId === sessionId) event.resolve();
  });
  return {
    send: (method, params = {}, sessionId = undefined) =>
      new Promise((resolve, reject) => {
        waiting.set(++last, { resolve, reject });
        socket.send(JSON.stringify({ id: last, method, params, sessionId }));
      }),
    next: (method, sessionId) => new Promise((resolve) => events.push({ method, sessionId, resolve })),
  };
}
