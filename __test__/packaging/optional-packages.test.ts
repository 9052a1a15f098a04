// The package's entries where an optional package is not installed: they load, and what needs one names it.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { ROOT } from "../architecture/typescript-imports.js";
import { withoutPackages } from "../support/without-packages.js";

const PEERS = ["ioredis", "@libsql/client", "@opentelemetry/api", "ai", "@langchain/core"];
const env = { ...process.env, ...withoutPackages(...PEERS, "node:sqlite") };
const entry = (name: string) => JSON.stringify(pathToFileURL(join(ROOT, "dist", name)).href);
const evaluate = (code: string, more: Record<string, string> = {}) =>
  execFileSync(process.execPath, ["--input-type=module", "-e", code], {
    encoding: "utf8",
    env: { ...env, ...more },
  }).trim();

describe("without any optional package", () => {
  it.each([
    "index.js",
    "adapters/ai-sdk.js",
    "adapters/langchain.js",
    "adapters/opentelemetry.js",
    "gateway/index.js",
    "restore/index.js",
    "session/index.js",
  ])("%s loads", (name) => {
    expect(evaluate(`console.log(Object.keys(await import(${entry(name)})).length > 0)`)).toBe("true");
  });

  it("an adapter for the AI SDK and one for LangChain reduce", () => {
    const code = `
      const { tamisModelMiddleware } = await import(${entry("adapters/ai-sdk.js")});
      const { tamisMessages } = await import(${entry("adapters/langchain.js")});
      const { definePolicy } = await import(${entry("index.js")});
      console.log(typeof tamisModelMiddleware(definePolicy({})), (await tamisMessages(definePolicy({}))([])).length);`;
    expect(evaluate(code)).toBe("object 0");
  });

  it.each([
    [
      "a store of originals",
      `(await import(${entry("restore/index.js")})).openSqliteStore("none.db")`,
      "@libsql/client",
    ],
    ["a store of sessions", `(await import(${entry("session/index.js")})).openStore("none.db")`, "@libsql/client"],
    [
      "a server of sessions",
      `(await import(${entry("session/index.js")})).openStore("https://db.example")`,
      "@libsql/client",
    ],
    [
      "a gateway with [shared]",
      `(await import(${entry("gateway/index.js")})).createGateway({ shared: { redisUrl: "redis://127.0.0.1:1" } })`,
      "ioredis",
    ],
    [
      "a gateway with a tracer",
      `(await import(${entry("gateway/index.js")})).createGateway({}, { telemetry: { tracerProvider: {} } })`,
      "@opentelemetry/api",
    ],
    [
      "an export of telemetry",
      `(await import(${entry("adapters/opentelemetry.js")})).exportToOpenTelemetry({ on: () => () => {} })`,
      "@opentelemetry/api",
    ],
    [
      "an export of condensations",
      `(await import(${entry("adapters/opentelemetry.js")})).exportCondensationsToOpenTelemetry(() => () => {})`,
      "@opentelemetry/api",
    ],
  ])("%s names the package and the command", (_, call, name) => {
    const code = `try { await (async () => ${call})(); console.log("began"); } catch ({ code, message }) { console.log(code, message); }`;
    const output = evaluate(code);
    expect(output).toMatch(/^PEER_MISSING /);
    expect(output).toContain(`npm install ${name}`);
  });
});
