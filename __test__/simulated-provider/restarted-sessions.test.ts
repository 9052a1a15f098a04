// Conversations whose gateway ends and begins anew: the provider refuses nothing and gets the same bytes as without that.
import { hash } from "node:crypto";
import { copyFileSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { tamisFetch } from "../../ts/adapters/fetch.js";
import type { GatewayInput, GatewayOptions } from "../../ts/gateway/index.js";
import type { PolicyInput } from "../../ts/policy/policy.js";
import { PlayedRedis } from "../gateway/played-redis.js";
import { type Started, startGateway } from "../gateway/start.js";
import { startUpstream } from "../gateway/upstream.js";
import { temporaryFolder } from "../support/folder.js";
import { respondWith } from "../support/simulated-provider/server.js";
import { FINE, newProvider, talk } from "./talk.js";

const POLICY: PolicyInput = {
  mask: { windowTurns: 2, minChars: 100, keepErrors: false },
  // Each request reads another file.
  experimental: { mask: { workingSetFiles: 1 } },
};
const RESTORE_KEY = "a key for the handles of these tests";

/** Where a gateway keeps what outlives it. */
type Place = "file" | "redis";
/** Whose conversations they are. */
const WHOSE = {
  "no originals": { config: {}, headers: {} },
  "originals of one user": { config: { originals: { store: "files", tenants: "one" } }, headers: {} },
  "originals of tenants": {
    config: { originals: { store: "files" } },
    headers: { "x-api-key": "somebody's key" },
  },
  "a client's own name": { config: {}, headers: { "x-tamis-session": "my-talk" } },
  "a client's own name, and originals": {
    config: { originals: { store: "files" } },
    headers: { "x-tamis-session": "my-talk", authorization: "Bearer somebody" },
  },
} as const;

interface Kept {
  config: GatewayInput;
  options: GatewayOptions;
  file: string;
}

function keptIn(place: Place, whose: keyof typeof WHOSE, folder: string): Kept {
  const { originals } = WHOSE[whose].config as GatewayInput;
  const own = originals === undefined ? {} : { originals: { ...originals, path: join(folder, "originals") } };
  const file = join(folder, "sessions.json");
  const env = { TAMIS_RESTORE_KEY: RESTORE_KEY };
  const config: GatewayInput = { policies: { default: POLICY }, ...own };
  if (place === "file") return { config: { ...config, gateway: { sessionFile: file } }, options: { env }, file };
  const shared = { redisUrl: "redis://127.0.0.1:1" };
  return { config: { ...config, shared }, options: { env, redis: new PlayedRedis() }, file };
}

/** How a gateway ends: as it is asked to, or at once, with what is on disk then. */
type End = "restart" | "kill";

/** A talk whose gateway ends before each of these turns; what the provider got. */
async function talkWith(place: Place, whose: keyof typeof WHOSE, folder: string, ends: Readonly<Record<number, End>>) {
  const provider = newProvider();
  const { config, options, file } = keptIn(place, whose, folder);
  const bodies: string[] = [];
  const begin = (more: GatewayInput = {}) =>
    startGateway(
      (request, response) => {
        bodies.push(hash("sha256", request.body));
        respondWith(provider)(request, response);
      },
      { ...config, ...more },
      options,
    );
  let gateway: Started = await begin();
  const said = await talk(provider, "", async (turn) => {
    const end = ends[turn];
    if (end === "restart") {
      await gateway.gateway.close({ drainMs: 50 });
      gateway = await begin();
    }
    if (end === "kill") {
      const left = `${file}.${turn}`;
      if (existsSync(file)) copyFileSync(file, left);
      gateway = await begin(place === "file" ? { gateway: { sessionFile: left } } : {});
    }
    return { url: gateway.url, headers: WHOSE[whose].headers };
  });
  return { ...said, bodies };
}

/** Before the first move, at it (the user speaks there), and in the loop whose thinking is made over what it edited. */
const ENDS: Readonly<Record<number, End>> = { 12: "kill", 35: "kill", 36: "restart", 37: "kill", 38: "restart" };

/** Each place, and everybody's conversations in one of them. */
const PAIRS = (Object.keys(WHOSE) as (keyof typeof WHOSE)[]).map(
  (whose, at) => [at % 2 === 0 ? "file" : "redis", whose] as const,
);

describe("a conversation whose gateway begins anew", () => {
  it.each(PAIRS)(
    "is sent as without that, and nothing is refused: %s, %s",
    async (place, whose) => {
      const folder = temporaryFolder();
      const straight = await talkWith(place, whose, folder, {});
      expect([straight.statuses, straight.refused]).toEqual([FINE, 0]);
      expect(straight.edited.slice(35)).toEqual([true, true, true, true, true]);
      rmSync(join(folder, "sessions.json"), { force: true });
      const { statuses, refused, violations, bodies } = await talkWith(place, whose, folder, ENDS);
      expect([statuses, refused, violations]).toEqual([FINE, 0, []]);
      expect(bodies).toEqual(straight.bodies);
    },
    60_000,
  );
});

describe("a conversation whose program with tamisFetch begins anew", () => {
  const NAMED: Readonly<Record<string, string>> = { "x-tamis-session": "my-talk" };

  async function fetchWith(ends: Readonly<Record<number, End>>, headers: Readonly<Record<string, string>>) {
    const folder = temporaryFolder();
    const provider = newProvider();
    const bodies: string[] = [];
    const upstream = await startUpstream((request, response) => {
      bodies.push(hash("sha256", request.body));
      respondWith(provider)(request, response);
    });
    onTestFinished(() => upstream.close());
    let sessionFile = join(folder, "sessions.json");
    let send = tamisFetch(POLICY, { sessionFile });
    const said = await talk(provider, upstream.url, (turn) => {
      // What another process finds is what is on disk: the program may have been killed.
      if (ends[turn] !== undefined) {
        const left = `${sessionFile}.${turn}`;
        if (existsSync(sessionFile)) copyFileSync(sessionFile, left);
        sessionFile = left;
        send = tamisFetch(POLICY, { sessionFile });
      }
      return { url: undefined, send, headers };
    });
    return { ...said, bodies };
  }

  it.each([
    ["no name", {}],
    ["a name of its own", NAMED],
  ])("is sent as without that, and nothing is refused: %s", async (_, headers) => {
    const straight = await fetchWith({}, headers);
    expect([straight.statuses, straight.refused, straight.edited.at(-1)]).toEqual([FINE, 0, true]);
    const { statuses, refused, violations, bodies } = await fetchWith(ENDS, headers);
    expect([statuses, refused, violations]).toEqual([FINE, 0, []]);
    expect(bodies).toEqual(straight.bodies);
  });

  it("refuses a file name that is none, and warns of a file that it cannot read", async () => {
    expect(() => tamisFetch(POLICY, { sessionFile: "" })).toThrow(/sessionFile: /);
    const warned: string[] = [];
    const note = (warning: Error) => warned.push(warning.message);
    process.on("warning", note);
    onTestFinished(() => void process.off("warning", note));
    const folder = temporaryFolder();
    tamisFetch(POLICY, { sessionFile: folder });
    await expect.poll(() => warned.join()).toContain("the file of sessions was not read");
  });
});
