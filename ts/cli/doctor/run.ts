import { TamisError } from "../../base/errors.js";
import { LIMITS } from "../../base/limits.js";
import { packageVersion } from "../../base/version.js";
import { checkSurroundings, pathText } from "../../gateway/index.js";
import { type BackendInfo, backend } from "../../reduce/reduce.js";
import { readConfig } from "../gateway/config.js";
import { loadBackends, nativeHint } from "../shared/backends.js";
import { CliFailure, FAILED } from "../shared/failure.js";
import { writeStdout, writeText } from "../shared/io.js";
import { loadPolicy } from "../shared/policy-input.js";
import { type Colors, colorsFor, groupDigits, printable, toTerminal } from "../shared/terminal.js";
import { selfCheck } from "./self-check.js";

interface CheckResult {
  backend: BackendInfo["name"];
  ok: boolean;
  problem?: string;
}

/** `tamis doctor`. Resolves to 1 if a self-check fails. */
export async function runDoctor(flags: { json?: boolean; policy?: string }): Promise<number> {
  const { ok, ...found } = examine();
  const configuration = examineConfig();
  const warnings = flags.policy === undefined ? [] : warningsOf(flags.policy);
  const findings = { ok: ok && configuration.errors.length === 0, ...found, configuration, warnings };
  const asked = flags.policy === undefined ? [] : [flags.policy];
  await (flags.json
    ? writeStdout(`${JSON.stringify(findings, null, 2)}\n`)
    : writeText(render(findings, asked, colorsFor(process.stdout))));
  return findings.ok ? 0 : FAILED;
}

/** The configuration that counts here, and why a gateway would not start with it. */
function examineConfig(): { files: readonly string[]; errors: readonly string[] } {
  try {
    const loaded = readConfig(undefined);
    const { errors } = checkSurroundings(loaded, process.env);
    return { files: loaded.files, errors: errors.map(({ path, message }) => `${pathText(path)}: ${message}`) };
  } catch (error) {
    if (!TamisError.isInstance(error) && !(error instanceof CliFailure)) throw error;
    return { files: [], errors: [`${error.message} (tamis config validate)`] };
  }
}

const BREAKS_CACHE =
  "cache.strategy is every-turn: each request rewrites what the provider's cache has, which can cost several times as much as sending everything; auto is the default";

/** Effects of a policy that its author may not expect. */
function warningsOf(file: string): string[] {
  const { cache } = loadPolicy({ policy: file }).settings;
  return cache.strategy === "every-turn" ? [BREAKS_CACHE] : [];
}

function examine() {
  const { native, wasm } = loadBackends();
  const checks = [native, wasm].flatMap((one): CheckResult[] => {
    if (!("backend" in one)) return [];
    const problem = selfCheck(one.backend);
    return [{ backend: one.backend.name, ok: problem === undefined, ...(problem === undefined ? {} : { problem }) }];
  });
  const loaded = describeLoaded();
  return {
    ok: "name" in loaded && loaded.name !== "none" && checks.every(({ ok }) => ok),
    version: packageVersion(),
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    backend: loaded,
    native: "backend" in native ? AVAILABLE : { available: false as const, reason: native.reason, hint: nativeHint() },
    wasm: "backend" in wasm ? AVAILABLE : { available: false as const, reason: wasm.reason },
    environment: { TAMIS_BACKEND: process.env.TAMIS_BACKEND ?? null },
    limits: { ...LIMITS },
    checks,
  };
}

const AVAILABLE = { available: true as const };

/** The loaded backend, or why `TAMIS_BACKEND` asks for one that cannot be loaded. */
function describeLoaded(): BackendInfo | { error: string } {
  try {
    const { name, reason, version, cpu } = backend;
    return { name, ...(reason === undefined ? {} : { reason }), version, cpu };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** @param policies Those that were looked at: of one without a warning that is said, too. */
function render(
  findings: ReturnType<typeof examine> & { configuration: ReturnType<typeof examineConfig>; warnings: string[] },
  policies: readonly string[],
  colors: Colors,
): string {
  const { backend: loaded, native, wasm, limits, warnings } = findings;
  const fine = warnings.length === 0 ? policies.map((file) => `${printable(file, 100)}: nothing to warn of`) : [];
  const rows: [string, string][] = [
    ["tamis", findings.version],
    ["node", `${findings.node} on ${findings.platform}`],
    ["backend", describeBackend(loaded, colors)],
    ["native", describeAvailable(native)],
    ["wasm", describeAvailable(wasm)],
    ["TAMIS_BACKEND", printable(findings.environment.TAMIS_BACKEND ?? "not set", 80)],
    ["limits", `${groupDigits(limits.bodyBytes)} bytes, ${groupDigits(limits.messages)} messages a request`],
    ...findings.configuration.errors.map((text): [string, string] => [
      "configuration",
      colors.red(`FAILED: ${toTerminal(text)}`),
    ]),
    ...fine.map((text): [string, string] => ["policy", text]),
    ...warnings.map((warning): [string, string] => ["warning", warning]),
    ...findings.checks.map((check): [string, string] => [`check ${check.backend}`, describe(check, colors)]),
  ];
  const hint = native.available ? "" : `${native.hint}\n`;
  return `${rows.map(([name, value]) => `${name.padEnd(15)} ${value}\n`).join("")}${hint}`;
}

function describeAvailable(found: { available: true } | { available: false; reason: string }): string {
  return found.available ? "available" : `not available: ${found.reason}`;
}

function describeBackend(loaded: BackendInfo | { error: string }, colors: Colors): string {
  if ("error" in loaded) return colors.red(`FAILED: ${toTerminal(loaded.error)}`);
  const { name, reason, cpu } = loaded;
  return `${name}${reason === undefined ? "" : ` (${reason})`}, cpu features: ${cpu === "" ? "none used" : cpu}`;
}

function describe({ ok, problem }: CheckResult, colors: Colors): string {
  return ok ? colors.green("ok") : colors.red(`FAILED: ${problem ?? "unknown"}`);
}
