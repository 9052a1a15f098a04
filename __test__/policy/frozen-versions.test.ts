import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Backend } from "../../ts/contract/backend.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { type FrozenRequest, frozenCorpus } from "../support/frozen-corpus.js";
import { bothBackends } from "../support/native.js";
import { written } from "../support/written.js";

/** What a version is pinned with: its defaults, every turn, and an ideal cache with cheap and dear moves. */
const POLICIES: Readonly<Record<string, PolicyInput>> = {
  default: {},
  "every turn": { cache: { strategy: "every-turn" } },
  "prices 0.1, 1.25": written({ cache: { prices: { read: 0.1, write: 1.25 } } }),
  "prices 0.025, 2": written({ cache: { prices: { read: 0.025, write: 2 } } }),
  strong: { preset: "strong" },
};
const FILE = new URL("../fixtures/frozen-versions.json", import.meta.url);
const corpus = frozenCorpus();
const digestOf = (parts: readonly Uint8Array[]): string => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(createHash("sha256").update(part).digest());
  return hash.digest("hex").slice(0, 16);
};

/** For each kind and wire one hash over its requests, so that a difference says where to look. */
function hashesOf(made: (one: FrozenRequest) => Uint8Array): Record<string, string> {
  const groups = new Map<string, Uint8Array[]>();
  for (const one of corpus) groups.set(groupOf(one.name), [...(groups.get(groupOf(one.name)) ?? []), made(one)]);
  return Object.fromEntries([...groups].map(([group, parts]) => [group, digestOf(parts)]));
}

const groupOf = (name: string): string => name.split(", seed", 1)[0] ?? name;

function reducedBy(backend: Backend, input: PolicyInput): Record<string, string> {
  const policy = resolvePolicy(input);
  return hashesOf(({ wire, body }) => backend.reduceBody(body, policy, { wire }).body);
}

const backends: readonly Backend[] = bothBackends().map(([, backend]) => backend);
const cases = Object.entries(POLICIES).map(([name, policy]) => ({ name, input: { ...policy, version: 1 } as const }));
const keyOf = (name: string): string => `1, ${name}`;

/** Writes the fixture anew, for a version that is not released yet: `TAMIS_FREEZE=1 npx vitest run FILE`. */
if (process.env.TAMIS_FREEZE === "1") {
  const [backend] = backends;
  if (backend === undefined) throw new Error("no backend");
  const reduced = Object.fromEntries(cases.map(({ name, input }) => [keyOf(name), reducedBy(backend, input)]));
  const whole = { requests: hashesOf(({ body }) => body), reduced };
  writeFileSync(FILE, `${JSON.stringify(whole, null, 1)}\n`);
}

const frozen = JSON.parse(readFileSync(FILE, "utf8")) as {
  requests: Record<string, string>;
  reduced: Record<string, Record<string, string>>;
};

describe("the bytes that a policy version pins", () => {
  it("are those of the requests that were frozen: a change of a test's generator is no change of a version", () => {
    expect(hashesOf(({ body }) => body)).toEqual(frozen.requests);
  });

  it.each(cases)("do not change under version 1: $name", ({ name, input }) => {
    for (const backend of backends) {
      const found = reducedBy(backend, input);
      expect(found, `${backend.name}: version 1 is frozen; what changes a byte needs policy.version 2`).toEqual(
        frozen.reduced[keyOf(name)],
      );
    }
  });

  it("differ from what came", () => {
    for (const { name } of cases) expect(frozen.reduced[keyOf(name)]).not.toEqual(frozen.requests);
  });
});
