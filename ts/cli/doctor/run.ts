import { isDeepStrictEqual } from "node:util";
import { messageOf, TamisError } from "../../base/errors.js";
import { LIMITS } from "../../base/limits.js";
import { packageVersion } from "../../base/version.js";
import type { Backend } from "../../contract/backend.js";
import { checkSurroundings, pathText } from "../../gateway/index.js";
import { createNative, loadNative } from "../../native/backend.js";
import { howToGetNative, platformTriple } from "../../native/platform.js";
import { definePolicy } from "../../policy/policy.js";
import { type BackendInfo, backend } from "../../reduce/reduce.js";
import { loadWasm } from "../../wasm/load.js";
import { readConfig } from "../gateway/config.js";
import { CliFailure, FAILED } from "../shared/failure.js";
import { writeJson, writeText } from "../shared/io.js";
import { loadPolicy } from "../shared/policy-input.js";
import { type Colors, colorsFor, groupDigits, printable, toTerminal } from "../shared/terminal.js";

const TURNS = 6;
const WINDOW = 2;
const LONG = `fn main() {}\n"quoted" \\ é 😀 \u0000\n`.repeat(20);

/** It has escapes, text outside the basic plane and a decoy, so that careless copying is noticed. */
function request(content: (turn: number) => string): string {
  const turns = Array.from({ length: TURNS }, (_, turn) => [
    { role: "assistant", content: null, tool_calls: [call(turn)] },
    { role: "tool", tool_call_id: `call_${turn}`, content: content(turn) },
  ]).flat();
  const messages = [{ role: "user", content: "Look around." }, ...turns];
  return JSON.stringify({ model: "self-check", metadata: { messages: "decoy" }, messages, seed: 7 });
}

function call(turn: number) {
  return { id: `call_${turn}`, type: "function", function: { name: "read_file", arguments: `{"n":${turn}}` } };
}

const PLACEHOLDER = `[old result left out: ${LONG.length} chars]`;

/** Undefined if the backend works, else the error. */
export function selfCheck(backend: Backend): string | undefined {
  try {
    return check(backend);
  } catch (error) {
    return `it threw ${messageOf(error)}`;
  }
}

function check(backend: Backend): string | undefined {
  // At every turn, because a request as short as this one pays for no move.
  const policy = definePolicy({ preset: "none", mask: { windowTurns: WINDOW }, cache: { strategy: "every-turn" } });
  const body = new TextEncoder().encode(request(() => LONG));
  const before = body.slice();
  const { body: reduced, report } = backend.reduceBody(body, policy, {});
  const expected = request((turn) => (turn < TURNS - WINDOW ? PLACEHOLDER : LONG));
  if (report.skipped !== undefined) return `it passed the request through: ${report.skippedDetail ?? report.skipped}`;
  if (report.maskedCount !== TURNS - WINDOW) return `it masked ${report.maskedCount} results, not ${TURNS - WINDOW}`;
  if (!isDeepStrictEqual(parse(reduced), JSON.parse(expected))) return "the reduced request has another meaning";
  if (!isDeepStrictEqual(body, before)) return "it changed the bytes it was given";
  if (backend.reduceBody(reduced, policy, {}).changed) return "reducing its own output changed it again";
  const garbage = Uint8Array.of(0x7b, 0xff, 0x00);
  if (backend.reduceBody(garbage, policy, {}).body !== garbage) return "it did not pass unreadable bytes through";
  return undefined;
}

const parse = (body: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(body));

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
  await (flags.json ? writeJson(findings) : writeText(render(findings, asked, colorsFor(process.stdout))));
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
    return { error: messageOf(error) };
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

/** A backend, or why there is none, for people. */
type Found = { backend: Backend } | { reason: string };

/** The addon and the core over WebAssembly, as far as they load. */
function loadBackends(): { native: Found; wasm: Found } {
  const wasm = loadWasm();
  return {
    native: loadNative(),
    wasm: "addon" in wasm ? { backend: createNative(wasm.addon, undefined, "wasm") } : wasm,
  };
}

/** Advice for this machine about a missing native backend. */
function nativeHint(): string {
  return howToGetNative(platformTriple(), packageVersion());
}
