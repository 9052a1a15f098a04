// A server that answers as the page's own, with made-up data: for what a real one has not (hostile texts everywhere, ten
// thousand requests, five megabytes in one block, a server that goes and comes back).
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { createAnswers } from "./answers.mjs";

export const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};
const TOKEN = "mock-token";

/**
 * @param {object} options
 * @param {string} options.app the folder of the page's files
 * @param {import("./answers.mjs").MockOptions} [options.data]
 * @param {number} [options.port] default: any
 */
export async function startPageMock({ app, data = {}, port = 0 }) {
  const answers = createAnswers(data);
  const streams = new Set();
  const asked = [];
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://mock");
    const end = (status, type, body) => {
      response.writeHead(status, { "content-type": type, "content-security-policy": CSP, "cache-control": "no-store" });
      response.end(body);
    };
    if (pathname === "/") return end(200, TYPES[".html"], readFileSync(join(app, "index.html")));
    if (pathname === "/empty")
      return end(200, TYPES[".html"], "<!doctype html><html lang=en><title>Empty</title><p>Empty</p></html>");
    if (pathname.startsWith("/_tamis/app/")) {
      const name = pathname.slice("/_tamis/app/".length);
      if (!/^[\w.-]+$/.test(name)) return end(404, "text/plain", "");
      return end(200, TYPES[extname(name)] ?? "text/plain", readFileSync(join(app, name)));
    }
    const path = pathname.slice("/_tamis/api/".length);
    const fail = (status, code, message, issues) =>
      end(status, "application/json", JSON.stringify({ error: { code, message, issues } }));
    if (request.headers["x-tamis-token"] !== TOKEN) return fail(401, "unauthorized", "The token is missing or wrong.");
    if (path === "events") {
      response.writeHead(200, { "content-type": "text/event-stream", "content-security-policy": CSP });
      response.write(`event: hello\ndata: ${JSON.stringify({ instance: answers.instance })}\n\n`);
      streams.add(response);
      response.on("close", () => streams.delete(response));
      return;
    }
    let text = "";
    for await (const chunk of request) text += chunk;
    asked.push({ method: request.method, path, text });
    const { status, body, type = "application/json" } = answers.answer(request.method, path, searchParams, text);
    end(status, type, type === "application/json" ? JSON.stringify(body) : body);
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    token: TOKEN,
    asked,
    /** Sends an event to every open page. */
    emit(event, payload) {
      for (const stream of streams) stream.write(`event: ${event}\ndata: ${JSON.stringify(payload)}\n\n`);
    },
    newRow: answers.newRow,
    /** How many pages listen. */
    listeners: () => streams.size,
    /** What GET settings answers. */
    settings: () => answers.answer("GET", "settings").body,
    async close() {
      for (const stream of streams) stream.end();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
