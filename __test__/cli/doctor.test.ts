import { rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { selfCheck } from "../../ts/cli/doctor/run.js";
import type { Backend } from "../../ts/contract/backend.js";
import { definePolicy } from "../../ts/policy/policy.js";
import { temporaryFolder } from "../support/folder.js";
import { nativeBackend, wasmBackends } from "../support/native.js";
import { tamis } from "./run-cli.js";

const folder = temporaryFolder();

const NOTHING = definePolicy({ mode: "off" });

describe("tamis doctor", () => {
  it("shows the loaded backend and that it works", () => {
    const { status, stdout, stderr } = tamis(["doctor", "--json"]);
    const findings = JSON.parse(stdout.toString("utf8"));
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(findings).toMatchObject({ ok: true, node: process.version, limits: { messages: 1_000_000 } });
    expect(findings.checks).toEqual([
      { backend: "native", ok: true },
      ...wasmBackends().map(() => ({ backend: "wasm", ok: true })),
    ]);
    expect(findings.wasm.available).toBe(wasmBackends().length > 0);
  });

  it("is readable, and says how to get a missing native backend", () => {
    const { stdout } = tamis(["doctor"]);
    const text = stdout.toString("utf8");
    for (const word of ["node", "backend", "TAMIS_BACKEND", "limits", "check native", "wasm "])
      expect(text).toContain(word);
    expect(text.includes("For the native backend: ")).toBe(/native +not available/.test(text));
  });

  it("says of a policy without anything to warn of that there is nothing", () => {
    const file = join(folder, "fine.toml");
    writeFileSync(file, 'preset = "strong"\n');
    expect(tamis(["doctor", "--policy", file]).stdout.toString()).toContain(`${file}: nothing to warn of\n`);
  });

  it("warns of a policy that writes the cache anew with each request", () => {
    const file = join(temporaryFolder(), "tamis.toml");
    const warnings = (toml: string) => {
      writeFileSync(file, toml);
      return JSON.parse(tamis(["doctor", "--json", "--policy", file]).stdout.toString("utf8")).warnings;
    };
    expect(warnings('[cache]\nstrategy = "every-turn"\n')).toEqual([
      expect.stringMatching(/^cache\.strategy is every-turn: /),
    ]);
    expect(warnings('[cache]\nstrategy = "off"\n')).toEqual([]);
    rmSync(dirname(file), { recursive: true });
  });

  it("shows a forced backend", () => {
    const { stdout } = tamis(["doctor", "--json"], { env: { TAMIS_BACKEND: "native" } });
    expect(JSON.parse(stdout.toString("utf8"))).toMatchObject({
      backend: { name: "native" },
      environment: { TAMIS_BACKEND: "native" },
    });
  });

  it("shows WebAssembly where the addon does not load, with the reason and what to do", () => {
    const { status, stdout } = tamis(["doctor", "--json"], { env: { TAMIS_ADDON: "/nowhere.node" } });
    const { backend, native, checks } = JSON.parse(stdout.toString("utf8"));
    expect(native).toMatchObject({
      available: false,
      reason: expect.stringContaining("/nowhere.node"),
      hint: expect.any(String),
    });
    if (wasmBackends().length === 0) return expect([status, backend.name]).toEqual([1, "none"]);
    expect([status, backend.name, checks]).toEqual([0, "wasm", [{ backend: "wasm", ok: true }]]);
  });
});

describe("selfCheck", () => {
  const native = nativeBackend();
  const broken = (change: Pick<Backend, "reduceBody">): Backend => ({
    ...native,
    name: "native",
    cpu: native.cpu,
    planBody: native.planBody.bind(native),
    ...change,
  });

  it("accepts a working backend", () => {
    expect(selfCheck(native)).toBeUndefined();
  });

  it("describes the fault of a broken backend", () => {
    const throws = broken({
      reduceBody: () => {
        throw new Error("no such instruction");
      },
    });
    expect(selfCheck(throws)).toMatch(/no such instruction/);
    const idle = broken({ reduceBody: (body) => ({ ...native.reduceBody(body, NOTHING, {}), body }) });
    expect(selfCheck(idle)).toBeDefined();
    const cuts = broken({
      reduceBody: (body, policy, options) => {
        const reduction = native.reduceBody(body, policy, options);
        return reduction.changed ? { ...reduction, body: reduction.body.with(10, 0x5f) } : reduction;
      },
    });
    expect(selfCheck(cuts)).toMatch(/another meaning|threw/);
  });
});
