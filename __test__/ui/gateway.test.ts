import { expect, it } from "vitest";
import { Bills, entryOf } from "../../ts/ledger/index.js";
import { API_PATH, TOKEN_HEADER } from "../../ts/ui/api.js";
import { Page } from "../../ts/ui/index.js";
import { ask, startGateway } from "../gateway/start.js";
import { conversation } from "./conversation.js";

it("is served by a gateway beside its own paths, with the requests that pass", async () => {
  const page = new Page({ surface: "gateway", mode: "reduce", token: "t", ledger: "/nonexistent/ledger.db" });
  const facts = { run: "r", agent: "gateway", mode: "reduce", surface: "gateway" } as const;
  const bills = new Bills();
  const { url } = await startGateway(
    undefined,
    { policies: { default: { preset: "safe" } } },
    {
      page,
      keptBodyBytes: 1_000_000,
      onRequest: (account, bodies) => page.add(entryOf(account, facts, bills), account, bodies),
    },
  );
  page.address(url);
  const data = (path: string, headers: Record<string, string> = { [TOKEN_HEADER]: "t" }) =>
    ask(url, `${API_PATH}${path}`, { method: "GET", headers });
  const body = JSON.stringify(conversation(14));
  const secret = { "x-api-key": "sk-ant-canary-key", "content-type": "application/json" };
  expect((await ask(url, "/v1/messages", { body, headers: secret })).status).toBe(200);
  expect((await ask(url, "/livez", { method: "GET" })).text).toBe("ok\n");
  expect((await data("requests", {})).status).toBe(401);
  await expect.poll(async () => JSON.parse((await data("requests")).text).rows.length).toBe(1);
  const { id } = JSON.parse((await data("requests")).text).rows[0];
  const detail = await data(`reductions/${id}`);
  expect(JSON.parse(detail.text)).toMatchObject({ row: { source: "live", hasBody: true, policy: "default" } });
  expect(JSON.parse(detail.text).diff.length).toBeGreaterThan(20);
  for (const path of ["requests", `reductions/${id}`, "info", "dashboard"])
    expect((await data(path)).text).not.toContain("canary");
});

it("ends its streams when the gateway ends, which would else wait for them", async () => {
  const page = new Page({ surface: "gateway", mode: "reduce", token: "t", ledger: "/nonexistent/ledger.db" });
  const { gateway, url } = await startGateway(undefined, {}, { page });
  page.address(url);
  const stream = await fetch(`${url}${API_PATH}events`, { headers: { [TOKEN_HEADER]: "t" } });
  const text = stream.text();
  const startedAt = performance.now();
  await gateway.close({ drainMs: 20_000 });
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(await text).toContain("event: bye");
});

it("is not there where no page is given", async () => {
  const { url } = await startGateway();
  expect((await ask(url, "/", { method: "GET" })).status).toBe(404);
});
