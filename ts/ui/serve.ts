// A server for the page alone.
import type { Incoming, Outgoing } from "../gateway/edge.js";
import { HttpServer } from "../gateway/server.js";
import type { Page } from "./page.js";
import { ApiError, sendFailure } from "./server/answers.js";

const REQUEST_MS = 60_000;

export interface ServedPage {
  /** The address for people, with the token. */
  address: string;
  close(): Promise<void>;
}

/** Serves a page. @throws System errors of listening */
export async function servePage(page: Page, { host, port }: { host: string; port: number }): Promise<ServedPage> {
  const serve = async (incoming: Incoming, out: Outgoing) => {
    if (page.owns(incoming.method, incoming.target)) await page.serve(incoming, out);
    else sendFailure(out, new ApiError("not_found", "there is nothing here"));
  };
  const server = new HttpServer({ host, port, requestMs: REQUEST_MS }, serve);
  const url = await server.listen();
  return {
    address: page.address(url),
    async close() {
      await page.end();
      await server.drain(500);
    },
  };
}
