// The TypeScript backend as `tamis/edge` has it: bundled with what replaces Node's modules, it does all that the baseline
// does; and in a world that has none of Node's names, the package's functions answer as they do in Node.
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import type { Backend } from "../../ts/contract/backend.js";
import { EDGE_OPTIONS } from "../../ts/edge/build.mjs";
import * as edge from "../../ts/edge/index.js";
import { contractSuite } from "../contract/suite.js";
import { type NotedCall, noteOf } from "./replay.js";
import { longChat } from "./requests.js";

/** Larger bodies test speed, which other runtimes are not asked for. */
const NOTED_BYTES = 20_000;

const folder = mkdtempSync(join(tmpdir(), "tamis-edge-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let subject: Backend = createBaseline();
beforeAll(async () => {
  const outfile = join(folder, "backend.mjs");
  await build({ ...EDGE_OPTIONS, entryPoints: ["__test__/edge/entry.ts"], outfile });
  const bundled = (await import(outfile)).createBaseline();
  subject = process.env.TAMIS_EDGE_CALLS === undefined ? bundled : noting(bundled, process.env.TAMIS_EDGE_CALLS);
});

contractSuite("the baseline of tamis/edge", () => subject);

describe("in a world without Node's names", () => {
  let world: typeof edge;
  beforeAll(async () => {
    const options = { ...EDGE_OPTIONS, format: "iife", globalName: "tamis", write: false } as const;
    const { outputFiles } = await build({ ...options, entryPoints: ["ts/edge/index.ts"] });
    const names = { TextEncoder, TextDecoder, atob, btoa, structuredClone, performance, console };
    world = runInContext(
      `${outputFiles[0]?.text}; tamis`,
      createContext({ ...names, Uint8Array, ArrayBuffer, DataView }),
    );
  });

  it("reduces as in Node", () => {
    const body = Buffer.from(JSON.stringify(longChat()));
    const policy = { mask: { windowTurns: 2 }, cache: { strategy: "every-turn" } } as const;
    const { body: smaller, report } = world.reduceBody(new Uint8Array(body), policy, { tokens: true });
    const inNode = createBaseline().reduceBody(body, edge.definePolicy(policy), {});
    expect(Buffer.from(smaller).toString()).toBe(Buffer.from(inNode.body).toString());
    expect(report.maskedCount).toBeGreaterThan(3);
    expect(report.tokens?.before).toBeGreaterThan(report.tokens?.after ?? 0);
  });

  it("says that there is no addon", () => {
    expect(world.backend.name).toBe("baseline");
    expect(world.backend.reason).toBe("tamis/edge has no native addon");
  });

  it("estimates and counts as in Node", () => {
    const text = "The quick brown fox, 漢字, 🙂 and \ud800 half.";
    expect(world.estimateTokens(text, { model: "gpt-5" })).toBe(edge.estimateTokens(text, { model: "gpt-5" }));
    expect(world.estimateRequest(longChat())).toEqual(edge.estimateRequest(longChat()));
  });

  it("validates as in Node", () => {
    const orphan = { model: "gpt-5", messages: [{ role: "tool", tool_call_id: "nothing", content: "x" }] };
    expect(world.validateRequest(orphan)).toEqual(edge.validateRequest(orphan));
    expect(world.validateRequest(orphan)).not.toEqual([]);
  });

  it("says what is wrong with a policy", () => {
    expect(() => world.reduceBody(new Uint8Array(), { mask: { windowTurn: 2 } } as never)).toThrow(/windowTurn/);
  });

  it("has no price list, and says so", () => {
    const body = new Uint8Array(Buffer.from(JSON.stringify(longChat())));
    expect(() => world.reduceBody(body, undefined, { cost: true })).toThrow(/does not have @pydantic\/genai-prices/);
  });
});

/** Writes each call and its answer as a line of JSON to `file`, for a replay in other runtimes. */
function noting(backend: Backend, file: string): Backend {
  return {
    ...backend,
    reduceBody: (body, policy, options) => {
      const reduction = backend.reduceBody(body, policy, options);
      const { settings } = policy;
      const answer = noteOf(reduction.body, reduction.report);
      const call: NotedCall = { body: Buffer.from(body).toString("base64"), settings, options, answer };
      if (body.length <= NOTED_BYTES) appendFileSync(file, `${JSON.stringify(call)}\n`);
      return reduction;
    },
  };
}
