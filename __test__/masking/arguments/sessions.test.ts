import { describe, expect, it } from "vitest";
import { reduceBody } from "../../../ts/index.js";
import { type Policy, type PolicyInput, resolvePolicy } from "../../../ts/policy/policy.js";
import { createRestoreReport } from "../../../ts/restore/report.js";
import { restoreBody } from "../../../ts/restore/restore-body.js";
import { WIRES } from "../../../ts/wires/index.js";
import { readSteps } from "../../../ts/wires/steps.js";
import {
  ARGUMENT_WIRES,
  type ArgumentsConversation,
  argumentsConversation,
  cutAt,
} from "../../support/arguments-conversation.js";
import { cases, timeLimit } from "../../support/cases.js";
import { createRandom } from "../../support/random.js";
import { written } from "../../support/written.js";

const mask = { windowTurns: 2, minChars: 10 } as const;
const args = { maxChars: 200 } as const;
const POLICIES = (
  [
    written({ mask, args, cache: { anchor: false, rent: 0.3 } }),
    written({ mask, args: args, cache: { anchor: false, strategy: "rent", rent: 2 } }),
    written({
      mask: { ...mask, minChars: 100_000 },
      args: { ...args, digest: null },
      cache: { anchor: false, strategy: "every-turn" },
    }),
  ] satisfies PolicyInput[]
).map((policy) => resolvePolicy(policy));

const TRIMMED = /\[argument shortened: /;

interface Sent {
  messages: string[];
  moved: boolean | undefined;
  trimmed: number;
}

/** Whether a string is the JSON text of an object or a list, or any other string. */
function isJson(text: string): boolean {
  try {
    return !/^\s*[[{]/.test(text) || typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

/** What is sent at each step. */
function stepsOf(conversation: ArgumentsConversation, policy: Policy): Sent[] {
  const wire = WIRES.of(conversation.wire);
  return readSteps(wire, conversation.list).cuts.map((cut) => {
    const { body, report } = reduceBody(Buffer.from(JSON.stringify(cutAt(conversation, cut))), policy, {
      wire: wire.key,
    });
    const list = (JSON.parse(Buffer.from(body).toString()) as Record<string, unknown>)[wire.listKey] as unknown[];
    const trimmed = report.shortenedArgsCount ?? 0;
    return { messages: list.map((one) => JSON.stringify(one)), moved: report.cache.moved, trimmed };
  });
}

describe.each(ARGUMENT_WIRES)("the arguments of a session's old calls (%s)", (wire) => {
  it(
    "are sent in every later request as they were, and change only where the boundary moves",
    () => {
      let shortened = 0;
      for (let seed = 0; seed < cases(60); seed++) {
        const policy = POLICIES[seed % POLICIES.length] as Policy;
        const conversation = argumentsConversation(wire, 10, createRandom(seed));
        const steps = stepsOf(conversation, policy);
        for (const [at, { messages, moved, trimmed }] of steps.entries()) {
          const before = steps[at - 1];
          if (before === undefined) continue;
          shortened += trimmed;
          for (const [index, message] of before.messages.entries()) {
            if (moved === false) expect(messages[index], `seed ${seed}, step ${at}`).toBe(message);
            // What the thinking of a message is does not matter here.
            else if (TRIMMED.test(message)) expect(messages[index]).toMatch(TRIMMED);
          }
          expect(trimmed, `seed ${seed}, step ${at}: none comes back whole`).toBeGreaterThanOrEqual(before.trimmed);
        }
      }
      expect(shortened).toBeGreaterThan(0);
    },
    timeLimit(60_000),
  );

  it(
    "are valid JSON, are left alone by a second reduction, and come back byte for byte",
    async () => {
      for (let seed = 0; seed < cases(100); seed++) {
        const policy = POLICIES[seed % POLICIES.length] as Policy;
        const conversation = argumentsConversation(wire, 12, createRandom(1000 + seed));
        const body = Buffer.from(JSON.stringify(conversation.request));
        const reduction = reduceBody(body, policy, { wire });
        // Of what came back, it cannot be told whether the model or an earlier reduction wrote a mark.
        if (reduction.report.argsImitated === undefined) {
          const again = reduceBody(reduction.body, policy, { wire });
          expect(again.report.shortenedArgsCount, `seed ${seed}`).toBeUndefined();
        }
        for (const { edit, bytes } of reduction.originals()) {
          if (edit.action !== "trim") continue;
          const [before, after] = [Buffer.from(bytes).toString(), edit.replacement].map((json) => JSON.parse(json));
          if (isJson(before)) expect(isJson(after), `seed ${seed}`).toBe(true);
        }
        const restored = await restoreBody(reduction.body, createRestoreReport(body, reduction));
        expect(Buffer.from(restored.body).equals(body), `seed ${seed}`).toBe(true);
      }
    },
    timeLimit(60_000),
  );
});
