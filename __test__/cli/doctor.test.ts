import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import { selfCheck } from "../../ts/cli/doctor/self-check.js";
import type { Backend } from "../../ts/contract/backend.js";
import { definePolicy } from "../../ts/policy/policy.js";
import { tamis, temporaryFolder } from "./run-cli.js";

const folder = temporaryFolder();

const NOTHING = definePolicy({ enabled: false });

describe("tamis doctor", () => {
  it("shows the loaded backend and that it works", () => {
    const { status, stdout, stderr } = tamis(["doctor", "--json"]);
    const findings = JSON.parse(stdout.toString("utf8"));
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(findings).toMatchObject({ ok: true, node: process.version, limits: { messages: 1_000_000 } });
    expect(findings.checks).toContainEqual({ backend: "baseline", ok: true });
    expect(findings.checks).toHaveLength(findings.native.available ? 2 : 1);
  });

  it("is readable, and says how to get a missing native backend", () => {
    const { stdout } = tamis(["doctor"]);
    const text = stdout.toString("utf8");
    for (const word of ["node", "backend", "TAMIS_BACKEND", "limits", "check baseline"]) expect(text).toContain(word);
    expect(text.includes("For the native backend: ")).toBe(/native +not available/.test(text));
  });

  it("says of a policy without anything to warn of that there is nothing", () => {
    const file = join(folder, "fine.toml");
    writeFileSync(file, 'preset = "strong"\n');
    expect(tamis(["doctor", "--policy", file]).stdout.toString()).toContain(`${file}: nothing to warn of\n`);
  });

  it("warns of a policy that masks nothing for most clients", () => {
    const file = join(mkdtempSync(join(tmpdir(), "tamis-doctor-")), "tamis.toml");
    const warnings = (toml: string) => {
      writeFileSync(file, toml);
      return JSON.parse(tamis(["doctor", "--json", "--policy", file]).stdout.toString("utf8")).warnings;
    };
    expect(warnings('[cache]\nfreeze_through = "lastBreakpoint"\n')).toEqual([
      expect.stringMatching(/^cache\.freezeThrough is lastBreakpoint: /),
    ]);
    expect(warnings("[cache]\nrent = 2\n")).toEqual([]);
    rmSync(dirname(file), { recursive: true });
  });

  it("shows a forced backend", () => {
    const { stdout } = tamis(["doctor", "--json"], { env: { TAMIS_BACKEND: "baseline" } });
    expect(JSON.parse(stdout.toString("utf8"))).toMatchObject({
      backend: { name: "baseline" },
      environment: { TAMIS_BACKEND: "baseline" },
    });
  });
});

describe("selfCheck", () => {
  const baseline = createBaseline();
  const broken = (change: Partial<Backend>): Backend => Object.assign(Object.create(baseline) as Backend, change);

  it("accepts a working backend", () => {
    expect(selfCheck(baseline)).toBeUndefined();
  });

  it("describes the fault of a broken backend", () => {
    const throws = broken({
      reduceBody: () => {
        throw new Error("no such instruction");
      },
    });
    expect(selfCheck(throws)).toMatch(/no such instruction/);
    const idle = broken({ reduceBody: (body) => ({ ...baseline.reduceBody(body, NOTHING, {}), body }) });
    expect(selfCheck(idle)).toBeDefined();
    const cuts = broken({
      reduceBody: (body, policy, options) => {
        const reduction = baseline.reduceBody(body, policy, options);
        return reduction.changed ? { ...reduction, body: reduction.body.with(10, 0x5f) } : reduction;
      },
    });
    expect(selfCheck(cuts)).toMatch(/another meaning|threw/);
  });
});
