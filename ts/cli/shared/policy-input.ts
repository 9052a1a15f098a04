import { policyInvalid } from "../../base/issues.js";
import { asWritten } from "../../policy/check.js";
import { checkPolicy, DEFAULT_POLICY, definePolicy, type Policy, type PolicyInput } from "../../policy/policy.js";
import { GATEWAY_SECTIONS, parseToml, readPolicyTable } from "../../policy/toml.js";
import { CliFailure, WRONG_USAGE } from "./failure.js";
import { readFileBytes } from "./io.js";
import type { PolicyFlags } from "./options.js";
import { type Assignment, assign, parseAssignment } from "./set-path.js";

type Settings = Record<string, unknown>;

/** A policy file that was read and checked. */
interface PolicySource {
  policy: Policy;
  /** What the file says itself, in its own spelling; undefined for a `MaskPolicy`, which says everything. */
  given: Settings | undefined;
}

/**
 * Builds the policy of the command line: the file, then each `--set`, then `--window`, over the defaults. A preset that is
 * set replaces the file's; what the file says itself still counts.
 * @param fallback the settings to change if no file is given @default the library's default policy
 * @throws CliFailure or TamisError `POLICY_INVALID`, both for exit code 2
 */
export function loadPolicy(flags: PolicyFlags, fallback?: PolicyInput): Policy {
  const base = flags.policy === undefined ? undefined : readPolicyFile(flags.policy);
  const changes = assignmentsOf(flags);
  // There is nothing to check, so the schema, which is slow to load, is not loaded.
  if (changes.length === 0 && (base !== undefined || fallback === undefined)) return base?.policy ?? DEFAULT_POLICY;
  if (base !== undefined && base.given === undefined && changes.some(({ path }) => path[0] === "preset")) {
    const why = "it has the keys of a MaskPolicy, for which there are no presets";
    throw new CliFailure(WRONG_USAGE, `--set preset: ${why}; write its keys under [mask] (${flags.policy})`);
  }
  const start = { ...(base?.given ?? (base && asWritten(base.policy.settings)) ?? fallback) } as Settings;
  return definePolicy(changes.reduce<Settings>(assign, start) as PolicyInput);
}

function assignmentsOf({ set = [], window }: PolicyFlags): Assignment[] {
  const assignments = set.map(parseAssignment);
  return window === undefined ? assignments : [...assignments, { path: ["mask", "windowTurns"], value: window }];
}

function readPolicyFile(file: string): PolicySource {
  const text = readFileBytes(file, WRONG_USAGE)
    .toString("utf8")
    .replace(/^\uFEFF/, "");
  const isJson = file.endsWith(".json") || /^\s*\{/.test(text);
  return isJson ? policyFromJson(text, file) : policyFromToml(text, file);
}

function policyFromToml(text: string, source: string): PolicySource {
  const given = parseToml(text, { source });
  // The gateway reads these.
  for (const section of GATEWAY_SECTIONS) delete given[section];
  const { kind, policy } = readPolicyTable(given, { source, tables: GATEWAY_SECTIONS });
  return { policy, given: kind === "policy" ? given : undefined };
}

function policyFromJson(text: string, source: string): PolicySource {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch (cause) {
    throw policyInvalid([{ path: "", message: `not JSON: ${(cause as Error).message}` }], { source, cause });
  }
  const checked = checkPolicy(input);
  if (!checked.ok) throw policyInvalid(checked.issues, { source });
  return { policy: checked.policy, given: input as Settings };
}
