import { expect, it } from "vitest";
import { withEarlier } from "../support/agent-record.mjs";

const versions = { claude: "2" };
const before = (record: Parameters<typeof withEarlier>[0]) => ({ date: "2026-11-28T10:00:00Z", commit: "abc", record });
const from = "2026-11-28, abc";

it("keeps what a run did not make, and says of which run it is", () => {
  const made = { "Node v1": { versions, days: { a: { ratio: 1 } }, runs: { b: { ratio: 2 } } } };
  const old = {
    "Node v1": { versions, days: { a: { ratio: 7 }, c: { ratio: 8, from: "2026-11-01, older" } }, terminal: { d: {} } },
    "Node v2": { versions: { claude: "3" }, days: { a: { ratio: 9 } } },
  };
  expect(withEarlier(made, before(old))).toEqual({
    "Node v1": {
      versions,
      days: { a: { ratio: 1 }, c: { ratio: 8, from: "2026-11-01, older" } },
      runs: { b: { ratio: 2 } },
      terminal: { d: { from } },
    },
    "Node v2": { versions: { claude: "3" }, days: { a: { ratio: 9, from } } },
  });
});

it("keeps no row of other clients, and none that this run tried in vain", () => {
  const old = { "Node v1": { versions, days: { a: { ratio: 7 } } } };
  const newer = { "Node v1": { versions: { claude: "3" }, days: {} } };
  expect(withEarlier(newer, before(old))).toEqual(newer);
  const failed = { "Node v1": { versions, days: { a: undefined } } };
  expect(JSON.parse(JSON.stringify(withEarlier(failed, before(old))))["Node v1"].days).toEqual({});
  expect(withEarlier(newer, undefined)).toEqual(newer);
  const otherForm = { versions: { claude: "2" }, runs: { a: { ratio: 1 } } };
  expect(withEarlier(newer, before(otherForm as never))).toEqual(newer);
});
