// A page that listens, with a home and a ledger of its own, ended with the test.
import { mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { API_PATH, TOKEN_HEADER } from "../../ts/ui/api.js";
import { Page, type PageOptions, servePage } from "../../ts/ui/index.js";
import { temporaryFolder } from "../support/folder.js";

export const TOKEN = "token-of-this-test";

export interface StartedPage {
  page: Page;
  url: string;
  port: number;
  home: string;
  env: NodeJS.ProcessEnv;
  text(path: string): Promise<string>;
  /** An answer as JSON. */
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: unknown): Promise<{ status: number; value: T }>;
}

export async function startPage(options: Partial<PageOptions> = {}): Promise<StartedPage> {
  const home = temporaryFolder();
  const folder = join(home, "app");
  mkdirSync(join(folder, "assets"), { recursive: true });
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>Tamis</title>");
  writeFileSync(join(folder, "assets", "index-1a2b.js"), "export {};");
  const env = { XDG_CONFIG_HOME: join(home, "config"), XDG_STATE_HOME: join(home, "state"), HOME: home };
  const page = new Page({ surface: "ui", token: TOKEN, env, cwd: home, folder, ...options });
  const served = await servePage(page, { host: "127.0.0.1", port: 0 });
  onTestFinished(async () => {
    await served.close();
  });
  const url = served.address.replace(/\/#token=.*/, "");
  const call = async (path: string, init: RequestInit = {}) =>
    fetch(`${url}${API_PATH}${path}`, { ...init, headers: { [TOKEN_HEADER]: TOKEN } });
  return {
    ...{ page, url, port: Number(new URL(url).port), home, env },
    text: async (path) => (await call(path)).text(),
    async get<T>(path: string) {
      return (await (await call(path)).json()) as T;
    },
    async post<T>(path: string, body: unknown) {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const response = await call(path, { method: "POST", body: text });
      return { status: response.status, value: (await response.json()) as T };
    },
  };
}

/** A request whose Host and other headers are what they are said to be; `fetch` does not allow that. */
export function raw(
  port: number,
  path: string,
  headers: Record<string, string>,
  method = "GET",
): Promise<{ status: number; headers: Record<string, string | string[] | undefined>; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path, method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece) => {
        text += piece;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    asked.on("error", reject).end();
  });
}
