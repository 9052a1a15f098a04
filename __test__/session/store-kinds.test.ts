// The same checks for every kind of store: files, and servers over HTTP.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { afterAll, describe, it } from "vitest";
import * as tamis from "../../ts/session/index.js";
import { startLibsqlServer } from "../support/libsql-server.js";
import { storeChecks } from "./store-behaviour.mjs";

const folder = mkdtempSync(join(tmpdir(), "tamis-kinds-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const newFile = () => join(folder, `${count++}.db`);

const dist = new URL("../../dist/session/index.js", import.meta.url).href;
const checks = storeChecks({ tamis, dist });

async function rawIn(url: string, sql: string, authToken?: string): Promise<void> {
  const client = createClient({ url, ...(authToken === undefined ? {} : { authToken }) });
  await client.execute(sql);
  client.close();
}

describe.each(Object.entries(checks))("a store %s", (_, check) => {
  it("works in a file", async () => {
    const place = newFile();
    await check({ place, raw: (sql) => rawIn(`file:${place}`, sql) });
  });

  it("works at a server that requires a token", async () => {
    const token = "a-token";
    const server = await startLibsqlServer(newFile(), { token });
    try {
      await check({ place: server.url, token, raw: (sql) => rawIn(server.url, sql, token) });
    } finally {
      await server.stop();
    }
  });
});
