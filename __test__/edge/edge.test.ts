// `tamis/edge` as it is shipped: in a world that has none of Node's names, the package's functions answer as they do in Node.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { beforeAll, expect, it } from "vitest";
import * as edge from "../../ts/edge/index.js";
import { ROOT } from "../architecture/typescript-imports.js";
import { ensureBuilt } from "../cli/run-cli.js";
import { describeWasm } from "../support/wasm.js";
import { longChat } from "./requests.js";

const { WebAssembly: platform } = globalThis as unknown as {
  WebAssembly: { Module: new (bytes: Uint8Array) => object };
};

/** Evaluates an entry of `dist/edge`, bundled as for a browser. */
async function evaluate(name: string, names: object): Promise<typeof edge> {
  ensureBuilt();
  const core = readFileSync(join(ROOT, "dist/tamis.wasm"));
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, "dist/edge", name)],
    ...{ bundle: true, platform: "browser", format: "iife", globalName: "tamis", write: false },
    plugins: [
      {
        name: "a module as workerd imports it",
        setup({ onLoad, onResolve }) {
          onResolve({ filter: /\.wasm\?module$/ }, ({ path }) => ({ path, namespace: "module" }));
          onLoad({ filter: /./, namespace: "module" }, () => ({ contents: "export default COMPILED;" }));
        },
      },
    ],
  });
  const all = { TextEncoder, TextDecoder, atob, btoa, structuredClone, performance, console, ...names };
  const world = createContext({ ...all, COMPILED: new platform.Module(core), Uint8Array, ArrayBuffer, DataView });
  return runInContext(`${outputFiles[0]?.text}; tamis`, world);
}

/** Instances, as runtimes have them where nothing is compiled from bytes. */
const NO_COMPILER = {
  WebAssembly: {
    ...{ Instance: Reflect.get(platform, "Instance") },
    Module: class {
      constructor() {
        throw new Error("Wasm code generation disallowed by embedder");
      }
    },
  },
};

describeWasm("in a world without Node's names", () => {
  let world: typeof edge;
  beforeAll(async () => {
    world = await evaluate("index.js", { WebAssembly: platform });
  });

  it("reduces as in Node", () => {
    const body = Buffer.from(JSON.stringify(longChat()));
    const policy = { mask: { windowTurns: 2 }, cache: { strategy: "every-turn" } } as const;
    const { body: smaller, report } = world.reduceBody(new Uint8Array(body), policy, { tokens: true });
    const inNode = edge.reduceBody(body, policy);
    expect(Buffer.from(smaller).toString()).toBe(Buffer.from(inNode.body).toString());
    expect(report.maskedCount).toBeGreaterThan(3);
    expect(report.tokens?.before).toBeGreaterThan(report.tokens?.after ?? 0);
  });

  it("reduces by a module that the runtime imports, where it compiles nothing", async () => {
    const workerd = await evaluate("workerd.js", NO_COMPILER);
    const body = new Uint8Array(Buffer.from(JSON.stringify(longChat())));
    expect(workerd.backend.name).toBe("wasm");
    expect(workerd.reduceBody(body, { cache: { strategy: "every-turn" }, mask: { windowTurns: 2 } }).changed).toBe(
      true,
    );
  });

  it("passes everything through where nothing may be compiled, and names the content-security policy", async () => {
    const said: string[] = [];
    const quiet = { error: (line: string) => said.push(line) };
    const page = await evaluate("index.js", { ...NO_COMPILER, console: quiet });
    const body = new Uint8Array(Buffer.from(JSON.stringify(longChat())));
    const { report, body: sent } = page.reduceBody(body, { mask: { windowTurns: 2 } });
    page.reduceBody(body);
    expect([report.skipped, sent === body]).toEqual(["no_backend", true]);
    expect(report.skippedDetail).toContain("'wasm-unsafe-eval'");
    expect(said).toEqual([expect.stringMatching(/^tamis: requests go on unchanged: .*disallowed by embedder/)]);
  });

  it("says that there is no addon", () => {
    expect(world.backend.name).toBe("wasm");
    expect(world.backend.reason).toBe("tamis/edge has no native addon");
  });

  it("estimates as in Node, and counts with the vocabularies that it is given", () => {
    const text = "The quick brown fox, 漢字, 🙂 and \ud800 half.";
    expect(world.estimateTokens(text, { model: "gpt-5" })).toBe(edge.estimateTokens(text, { model: "gpt-5" }));
    expect(world.estimateRequest(longChat())).toEqual(edge.estimateRequest(longChat()));
    expect(() => world.countTokens(text, { model: "gpt-5" })).toThrow(/vocabularies\.bin to useVocabulary/);
    world.useVocabulary(new Uint8Array(readFileSync(join(ROOT, "dist/vocabularies.bin"))));
    expect(world.countTokens(text, { model: "gpt-5" })).toBe(edge.countTokens(text, { model: "gpt-5" }));
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
