// The launch profiles that are installed, and those of a user's own file.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { type Issue, TamisError } from "../base/errors.js";
import { pathToText, shownValue, unknownKeyMessage } from "../base/issues.js";
import { checkShape, type Problem } from "../shape/check-shape.js";
import { keysAt } from "../shape/parts.js";
import type { Shape } from "../shape/shape.js";
import { valueAt } from "../text/json-value.js";
import jsonSchema from "./json-schema.json" with { type: "json" };
import { PROFILE_CHECKS } from "./named-checks.js";
import installed from "./profiles.json" with { type: "json" };
import type { AgentProfile } from "./schema.js";
import shape from "./shape.json" with { type: "json" };

const PROFILE_SHAPE = shape as Shape;

/** A profile with its defaults filled in, and what is wrong with it. */
const checked = (profile: unknown) => {
  const { value, problems } = checkShape(PROFILE_SHAPE, profile, PROFILE_CHECKS);
  return { profile: value as AgentProfile, problems };
};

let all: readonly AgentProfile[] | undefined;

export function agentProfiles(): readonly AgentProfile[] {
  all ??= installed.map((one) => checked(one).profile);
  return all;
}

/** The JSON Schema of a profile, for editors. */
export function profileJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = structuredClone(jsonSchema);
  return { $schema, title: "Tamis launch profile", ...schema };
}

/** The profile for a program, by its file name without folder and ending; undefined if none is known. */
export function profileFor(program: string): AgentProfile | undefined {
  const name = basename(program.replaceAll("\\", "/")).replace(/\.(exe|cmd|bat|ps1)$/i, "");
  const found = installed.find(({ programs }) => programs.includes(name));
  return found === undefined ? undefined : checked(found).profile;
}

/**
 * Reads a profile from a JSON file.
 *
 * @throws TamisError `CONFIG_INVALID` with the file and each wrong member; a system error if it cannot be read.
 */
export function readProfile(file: string): AgentProfile {
  const text = readFileSync(file, "utf8");
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw new TamisError("CONFIG_INVALID", `${file}: it is not JSON`, { cause });
  }
  const { profile, problems } = checked(value);
  if (problems.length === 0) return profile;
  const issues = problems.flatMap((problem) => toIssues(problem, value));
  const lines = issues.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  throw new TamisError("CONFIG_INVALID", `${file}: ${lines.join("; ")}`, { issues });
}

function toIssues({ path, kind, message, keys = [] }: Problem, profile: unknown): Issue[] {
  if (kind === "unknown keys") {
    const valid = keysAt(PROFILE_SHAPE, path);
    return keys.map((key) => ({ path: pathToText([...path, key]), message: unknownKeyMessage(key, valid) }));
  }
  const got = kind === "key" ? path.at(-1) : valueAt(profile, path);
  return [{ path: pathToText(path), message: kind === "named" ? message : `${message}, got ${shownValue(got)}` }];
}
