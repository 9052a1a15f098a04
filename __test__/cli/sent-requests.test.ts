// What a launch keeps of its requests for `tamis why --sent`.
import { expect, it } from "vitest";
import { SENT_REQUESTS_VARIABLE, SentRequests } from "../../ts/cli/run/sent-requests.js";
import type { RequestAccount } from "../../ts/gateway/index.js";

const sent = new SentRequests(undefined, 1024 * 1024);
const path = sent.variables("")[SENT_REQUESTS_VARIABLE] ?? "";

const account = { wire: "anthropic", at: 1, model: "m", session: "s" } as RequestAccount;
const body = (text: string, chars = 0) =>
  Buffer.from(JSON.stringify({ model: "m", messages: [{ role: "user", content: text }], system: "x".repeat(chars) }));

/** What a client gets. */
async function get(which = "") {
  const parts: string[] = [];
  const out = { start() {}, end: (text: string) => void parts.push(text) };
  type Serve = Parameters<typeof sent.serve>;
  const incoming = { target: path + which, method: "GET" };
  expect(sent.owns(incoming.method, incoming.target)).toBe(true);
  await sent.serve(incoming as unknown as Serve[0], out as unknown as Serve[1]);
  return JSON.parse(parts.join(""));
}

it("any request can be asked for, until newer ones take its place; one of any size is kept", async () => {
  sent.note(account, { came: body("whole"), encoding: undefined, sent: undefined });
  for (const number of [2, 3, 4])
    sent.note(account, {
      came: body(`came ${number}`, 250_000),
      encoding: undefined,
      sent: body(`sent ${number}`, 250_000),
    });
  expect(await get("/1")).toMatchObject({ number: 1, messages: [] });
  expect(await get("/2")).toMatchObject({
    error: { message: "request 2 is no longer kept: a launch keeps the newest 1 MiB" },
  });
  expect(JSON.stringify(await get("/3"))).toContain("sent ");
  expect(await get()).toMatchObject({ number: 4 });
  expect((await get("/list")).map((row: { isKept: boolean }) => row.isKept)).toEqual([false, false, true, true]);
  sent.note(account, { came: body("came 5", 1_250_000), encoding: undefined, sent: body("sent 5", 1_250_000) });
  expect(await get()).toMatchObject({ number: 5 });
  expect(await get("/9")).toMatchObject({ error: { message: "there is no request 9: this launch has had 5" } });
});
