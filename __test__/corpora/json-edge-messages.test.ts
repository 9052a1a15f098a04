import { describe, expect, it } from "vitest";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { everyBackend } from "../support/native.js";
import { applyByPath, spliceEdits } from "../support/splice.js";
import { isAccepted, isRead, readFixture, readTable } from "./corpus.js";

const EAGER = resolvePolicy({
  preset: "none",
  mask: { windowTurns: 1, minChars: 0, keepErrors: false },
  experimental: { mask: { roles: false } },
});

const edges = readTable("json-edge-messages/MANIFEST.tsv").map(([name = "", size, , strict, , note]) => {
  const bytes = readFixture(`json-edge-messages/${name}.json`);
  if (bytes.length !== Number(size)) throw new Error(`${name} has ${bytes.length} bytes, not ${size}`);
  return { name, bytes, accepted: strict === "accept", note };
});

/** Two more turns, so that a file's tool results are old. */
const LATER = ["x", "y"]
  .map((id) => {
    const call = `{"role":"assistant","content":null,"tool_calls":[{"id":"${id}","function":{"name":"f"}}]}`;
    return `,${call},{"role":"tool","tool_call_id":"${id}","content":"done"}`;
  })
  .join("");

/** The file with more turns at the end of its last list of messages, where it has one at the end. */
function continued(bytes: Buffer): Buffer | undefined {
  const at = bytes.lastIndexOf("}]");
  const longer = Buffer.concat([bytes.subarray(0, at + 1), Buffer.from(LATER), bytes.subarray(at + 1)]);
  return at >= 0 && isAccepted(longer) ? longer : undefined;
}

describe("edge requests", () => {
  it("lists 59 edge requests, and this Node's JSON.parse agrees with the manifest", () => {
    expect(edges.length).toBe(59);
    expect(edges.filter(({ bytes, accepted }) => isAccepted(bytes) !== accepted).map(({ name }) => name)).toEqual([]);
  });

  describe.each(everyBackend())("%s", (_, backend) => {
    it.each(edges)("$name: $note", ({ bytes, accepted }) => {
      const copy = Buffer.from(bytes);
      expect(isRead(backend, bytes, EAGER)).toBe(accepted);
      const { body, changed, report } = backend.reduceBody(bytes, EAGER, {});
      expect(changed).toBe(report.maskedCount > 0);
      if (!changed) expect(body).toBe(bytes);
      expect(bytes.equals(copy)).toBe(true);
    });

    it("changes edge requests by their edits alone when turns follow", () => {
      let edited = 0;
      for (const { name, bytes } of edges) {
        const longer = continued(bytes);
        if (longer === undefined) continue;
        const { edits, report } = backend.planBody(longer, EAGER, {});
        const { body } = backend.reduceBody(longer, EAGER, {});
        if (edits.length === 0) expect(body, name).toBe(longer);
        else edited++;
        if (backend.name === "native") expect(spliceEdits(longer, edits).equals(body), name).toBe(true);
        if (report.skipped !== undefined || edits.length === 0) continue;
        expect(JSON.parse(Buffer.from(body).toString()), name).toEqual(
          applyByPath(JSON.parse(longer.toString()), edits),
        );
      }
      expect(edited).toBeGreaterThan(10);
    });
  });
});
