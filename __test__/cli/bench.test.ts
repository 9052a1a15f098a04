import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { GENERATED_BYTES, generateRequest } from "../../ts/cli/bench/corpus.js";
import { findDisagreements, measureBucket, toBuckets } from "../../ts/cli/bench/measure.js";
import { chatRequest, tamis, temporaryFolder } from "./run-cli.js";

const folder = temporaryFolder();

describe("the generated corpus", () => {
  it.each([...GENERATED_BYTES])("generates about %i bytes, the same each time, and a valid request", (bytes) => {
    const body = generateRequest(bytes);
    expect(body.length).toBeGreaterThan(bytes * 0.9);
    expect(body.length).toBeLessThanOrEqual(bytes * 1.1);
    expect(Buffer.from(generateRequest(bytes)).equals(Buffer.from(body))).toBe(true);
    const { messages } = JSON.parse(new TextDecoder().decode(body));
    const calls = messages.flatMap((message: { tool_calls?: { id: string }[] }) => message.tool_calls ?? []);
    const results = messages.filter(({ role }: { role: string }) => role === "tool");
    expect(results.map((result: { tool_call_id: string }) => result.tool_call_id)).toEqual(
      calls.map(({ id }: { id: string }) => id),
    );
  });
});

describe("measuring", () => {
  const inputs = [100, 60_000, 299_999, 300_000, 1_000_000].map((bytes) => ({
    name: String(bytes),
    body: new Uint8Array(bytes).fill(0x31, 0, 1).fill(0x20, 1),
  }));

  it("sorts requests by size", () => {
    const buckets = toBuckets(inputs).map(({ label, inputs: inside }) => [label, inside.map(({ name }) => name)]);
    expect(buckets).toEqual([
      ["< 50 KB", ["100"]],
      ["50–300 KB", ["60000", "299999"]],
      ["300 KB–1 MB", ["300000"]],
      ["≥ 1 MB", ["1000000"]],
    ]);
  });

  it("finds results that differ in meaning, not in spelling", () => {
    const text = (json: string) => ({ name: "native" as const, run: () => new TextEncoder().encode(json) });
    expect(findDisagreements(inputs.slice(0, 1), [text('{"a":1}'), text('{ "a": 1 }')])).toEqual([]);
    expect(findDisagreements(inputs.slice(0, 1), [text('{"a":1}'), text('{"a":2}')])).toEqual(["100"]);
  });

  it("gives every contestant the same number of runs", async () => {
    const runs = { native: 0, baseline: 0 };
    const contestant = (name: "native" | "baseline") => ({
      name,
      run: (body: Uint8Array) => {
        runs[name] += 1;
        return body;
      },
    });
    const [bucket] = toBuckets(inputs.slice(0, 1));
    if (!bucket) throw new Error("no bucket");
    const result = await measureBucket(bucket, [contestant("native"), contestant("baseline")], 0.01, () => {});
    expect(result.rounds).toBeGreaterThanOrEqual(5);
    expect(runs.baseline).toBe(result.rounds);
    expect(result.ratio).toBeGreaterThan(0);
  });
});

describe("tamis bench", () => {
  it("times the generated corpus, as JSON", () => {
    const { status, stdout, stderr } = tamis([
      "bench",
      "--seconds",
      "0.3",
      "--json",
      "--set",
      "cache.strategy=every-turn",
    ]);
    const result = JSON.parse(stdout.toString("utf8"));
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(result.buckets.map(({ bucket }: { bucket: string }) => bucket)).toEqual([
      "< 50 KB",
      "50–300 KB",
      "300 KB–1 MB",
    ]);
    for (const { timings, ratio, bytesBefore, bytesAfter } of result.buckets) {
      expect(timings).toHaveLength(result.nativeReason === null ? 2 : 1);
      expect(ratio === undefined).toBe(result.nativeReason !== null);
      expect(bytesAfter).toBeLessThan(bytesBefore);
    }
  });

  it("times a folder as a table and names what it leaves out", () => {
    writeFileSync(join(folder, "a.json"), chatRequest(20));
    writeFileSync(join(folder, "b.json"), "{");
    const { status, stdout, stderr } = tamis(["bench", folder, "--seconds", "0.1"]);
    expect(status).toBe(0);
    expect(stderr).toMatch(/b\.json: left out: .*invalid_json/);
    expect(stdout.toString("utf8")).toMatch(/< 50 KB +1 /);
  });

  it("fails if there is nothing to time, and rejects a bad duration", () => {
    writeFileSync(join(folder, "c.txt"), "x");
    expect(tamis(["bench", join(folder, "c.txt")])).toMatchObject({ status: 1 });
    expect(tamis(["bench", "--seconds", "soon"])).toMatchObject({ status: 2 });
  });
});
