import { policyInvalid } from "../../base/issues.js";
import { checkPolicy, DEFAULT_POLICY, definePolicy, type Policy, type PolicyInput } from "../../policy/policy.js";
import { parsePolicyToml } from "../../policy/toml.js";
import { WRONG_USAGE } from "./failure.js";
import { readFileBytes } from "./io.js";
import type { PolicyFlags } from "./options.js";
import { type Assignment, assign, parseAssignment } from "./set-path.js";

type Settings = Record<string, unknown>;

/**
 * Builds the policy of the command line: the file, then each `--set`, then `--window`, over the defaults.
 * @param fallback the settings to change if no file is given @default the library's default policy
 * @throws CliFailure or TamisError `POLICY_INVALID`, both for exit code 2
 */
export function loadPolicy(flags: PolicyFlags, fallback?: PolicyInput): Policy {
  const base = flags.policy === undefined ? undefined : readPolicyFile(flags.policy);
  const changes = assignmentsOf(flags);
  // There is nothing to check, so the schema, which is slow to load, is not loaded.
  if (changes.length === 0 && (base !== undefined || fallback === undefined)) return base ?? DEFAULT_POLICY;
  const start = { ...(base?.settings ?? fallback) } as Settings;
  return definePolicy(changes.reduce<Settings>(assign, start) as PolicyInput);
}

function assignmentsOf({ set = [], window }: PolicyFlags): Assignment[] {
  const assignments = set.map(parseAssignment);
  return window === undefined ? assignments : [...assignments, { path: ["mask", "windowTurns"], value: window }];
}

function readPolicyFile(file: string): Policy {
  const text = readFileBytes(file, WRONG_USAGE)
    .toString("utf8")
    .replace(/^\uFEFF/, "");
  const isJson = file.endsWith(".json") || /^\s*\{/.test(text);
  return isJson ? policyFromJson(text, file) : parsePolicyToml(text, { source: file }).policy;
}

function policyFromJson(text: string, source: string): Policy {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch (cause) {
    throw policyInvalid([{ path: "", message: `not JSON: ${(cause as Error).message}` }], { source, cause });
  }
  const checked = checkPolicy(input);
  if (!checked.ok) throw policyInvalid(checked.issues, { source });
  return checked.policy;
}
