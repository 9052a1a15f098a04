// The contestants. A contestant turns request bytes into smaller ones. Before any of them is timed, their answers to
// that input are compared.

import { written } from "../__test__/support/written.js";
import type { OpenAiMessage, Policy, Report, Wire } from "../ts/index.js";
import { type BuiltPackage, loadPackage } from "./package-under-test.js";

/** Policies by the name that tables and records use. */
export const POLICY_NAMES = ["mask-only", "default"] as const;
export type PolicyName = (typeof POLICY_NAMES)[number];

/** Bytes in, bytes out. */
export interface Contestant {
  name: string;
  /** A description for people. */
  description: string;
  reduce(body: Uint8Array, policy: Policy): Reduced;
}

/** A contestant's answer. */
export interface Reduced {
  body: Uint8Array;
  report: Pick<Report, "messageCount" | "maskedCount" | "skipped" | "skippedDetail">;
}

export interface Field {
  native: Contestant;
  /** Masks OpenAI Chat by the policy mask-only, and nothing else. */
  typescript: Contestant;
  wasm: Contestant;
  policies: Record<PolicyName, Policy>;
}

/** @throws Error if the native backend does not load, because there is nothing to compare then. */
export async function loadContestants(): Promise<Field> {
  const { index, edge } = await loadPackage();
  if (index.backend.name !== "native") {
    throw new Error(`the native backend is not in use: ${index.backend.reason ?? "TAMIS_BACKEND says so"}`);
  }
  const native: Contestant = {
    name: "native",
    description: `reduceBody of the built package, ${index.backend.cpu}`,
    reduce: (body, policy) => index.reduceBody(body, policy),
  };
  const wasm: Contestant = {
    name: "wasm",
    description: `reduceBody of tamis/edge, WebAssembly, ${edge.backend.cpu}`,
    reduce: (body, policy) => edge.reduceBody(body, edgePolicy(edge, policy)),
  };
  const policies = {
    // Every old result, whatever its size or content; dedupe and digest are off by default.
    "mask-only": index.definePolicy({
      preset: "none",
      cache: { strategy: "every-turn" },
      mask: { keepErrors: false, minChars: 0 },
      experimental: { mask: { placeholder: { family: "conversation" }, roles: false } },
    }),
    default: index.definePolicy({}),
  };
  return { native, typescript: seedContestant(index, policies["mask-only"]), wasm, policies };
}

/** Native, and TypeScript where that does the same, else WebAssembly. */
export function pairFor({ native, typescript, wasm }: Field, policy: PolicyName, wire: Wire): [Contestant, Contestant] {
  return [native, policy === "mask-only" && wire === "openai-chat" ? typescript : wasm];
}

/** `maskOldToolResults`, with the settings and the placeholder of mask-only. */
function seedContestant({ maskOldToolResults }: BuiltPackage["index"], maskOnly: Policy): Contestant {
  const settings = {
    windowTurns: maskOnly.settings.mask.windowTurns,
    keepErrors: false,
    placeholderTemplate:
      "[Observation masked: old tool result (tool_call_id={tool_call_id}, tool={tool_name}, chars={original_chars})]",
  };
  return {
    name: "typescript",
    description: "JSON.parse, maskOldToolResults, JSON.stringify, to bytes",
    reduce: (body, policy) => {
      if (policy !== maskOnly) throw new Error("the contestant in TypeScript masks, and nothing else");
      const request = JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.length).toString("utf8"));
      const before: OpenAiMessage[] = request.messages;
      const messages = maskOldToolResults(before, settings, { onlyIfShorter: true });
      const reduced = Buffer.from(JSON.stringify({ ...request, messages }));
      // Counted when it is asked for, so that it is not timed.
      const maskedCount = () => messages.filter(({ content }, at) => content !== before[at]?.content).length;
      return {
        body: reduced,
        report: {
          messageCount: messages.length,
          get maskedCount() {
            return maskedCount();
          },
        },
      };
    },
  };
}

const edgePolicies = new WeakMap<Policy, Policy>();

/** The same policy, made by the entry that gets it. */
function edgePolicy({ definePolicy }: BuiltPackage["edge"], policy: Policy): Policy {
  let made = edgePolicies.get(policy);
  if (made === undefined) {
    made = definePolicy(written(policy.settings));
    edgePolicies.set(policy, made);
  }
  return made;
}

/** The answer to one body, on which all contestants agree. */
export interface Answer {
  outputBytes: number;
  messageCount: number;
  maskedCount: number;
}

/**
 * Runs every contestant once and compares the resulting bodies: the same JSON value, in the same key order.
 *
 * @throws Error if one skips the body, or two differ.
 */
export function assertSameAnswers(
  contestants: readonly Contestant[],
  body: Uint8Array,
  policy: Policy,
  inputName: string,
): Answer {
  const answers = contestants.map((contestant) => answerOf(contestant, body, policy, inputName));
  const [first, ...others] = answers;
  if (first === undefined) throw new Error("there are no contestants");
  for (const other of others) {
    const same = other.json === first.json && other.maskedCount === first.maskedCount;
    if (same) continue;
    throw new Error(`${inputName}: different answers, so nothing was timed\n${describeDifference(first, other)}`);
  }
  const { outputBytes, messageCount, maskedCount } = first;
  return { outputBytes, messageCount, maskedCount };
}

interface NamedAnswer extends Answer {
  name: string;
  json: string;
}

function describeDifference(a: NamedAnswer, b: NamedAnswer): string {
  const isSame = (length: number) => a.json.slice(0, length) === b.json.slice(0, length);
  let [same, different] = [0, Math.max(a.json.length, b.json.length) + 1];
  while (different - same > 1) {
    const middle = (same + different) >> 1;
    if (isSame(middle)) same = middle;
    else different = middle;
  }
  const around = ({ name, json, maskedCount }: NamedAnswer) =>
    `  ${name}: ${maskedCount} masked, …${json.slice(Math.max(0, same - 100), same + 20)}…`;
  return `${around(a)}\n${around(b)}`;
}

function answerOf({ name, reduce }: Contestant, body: Uint8Array, policy: Policy, inputName: string): NamedAnswer {
  const { body: smaller, report } = reduce(body, policy);
  if (report.skipped !== undefined) throw new Error(`${inputName}: ${name} skipped it: ${report.skippedDetail}`);
  // Contestants may differ in white space and escapes, because only one of them serialises again.
  const json = JSON.stringify(JSON.parse(Buffer.from(smaller).toString("utf8")));
  const { messageCount, maskedCount } = report;
  return { name, json, outputBytes: smaller.length, messageCount, maskedCount };
}
