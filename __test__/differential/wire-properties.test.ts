import { expect, it } from "vitest";
import type { Backend } from "../../ts/contract/backend.js";
import type { Plan, Report } from "../../ts/contract/report.js";
import { createNative } from "../../ts/native/backend.js";
import { meaningOf } from "../support/agreement.js";
import { makeWireCase } from "../support/arbitrary-wire-case.js";
import { FEATURES } from "../support/conversation.js";
import { describeNative, otherBackend } from "../support/native.js";
import { checkBoth, type WireCase } from "../support/wire-properties.js";
import { LIST_KEYS, resultPlaces, WIRE_NAMES } from "../support/wire-shapes.js";

type Json = Record<string, unknown>;
type Output = ReturnType<Backend["reduceBody"]>;

/** What a broken backend makes of one call's outcome. */
interface Defect {
  /** `body` is what was reduced: the case's, its other spelling, or an output. */
  reduce?(output: Output, one: WireCase, body: Uint8Array): Output;
  plan?(plan: Plan, isWider: boolean): Plan;
  /** Whether both backends have it, so that they agree. */
  inBoth?: boolean;
}

// Some of a report are accessors, which no spreading copies.
const tell = <T extends Output | Plan>(outcome: T, more: Partial<Report>): T => ({
  ...outcome,
  report: { ...outcome.report, ...meaningOf(outcome.report), ...more },
});
const put = ({ report }: Output, body: Uint8Array): Output => ({ body, changed: true, report, originals: () => [] });

/** A defect of changed outputs only. */
const changed =
  (change: (output: Output, one: WireCase, body: Uint8Array) => Output): NonNullable<Defect["reduce"]> =>
  (output, one, body) =>
    output.changed ? change(output, one, body) : output;

/** A defect that both backends have in what they make of a request. */
const remade = (change: (request: Json, one: WireCase) => void): Defect => ({
  inBoth: true,
  reduce: changed((output, one) => {
    const request = JSON.parse(Buffer.from(output.body).toString());
    change(request, one);
    return put(output, Buffer.from(JSON.stringify(request)));
  }),
});

/** The same request with a repeated key, which a parsed request does not show. */
const repeated = (body: Uint8Array, { wire }: WireCase) =>
  Buffer.from(Buffer.from(body).toString().replace("{", `{"${LIST_KEYS[wire]}":[],`));

const DEFECTS: [message: string, defect: Defect][] = [
  [
    "native reads the wire",
    { reduce: (output) => tell(output, { wire: undefined }), plan: (plan) => tell(plan, { wire: undefined }) },
  ],
  ["native plans what it does", { plan: (plan) => tell(plan, { maskedCount: 99 }) }],
  ["native plans its size", { plan: (plan) => tell(plan, { bytes: { before: 1, after: 1 } }) }],
  [
    "an unchanged body is the input itself",
    {
      reduce: (output, one, body) =>
        output.changed || body !== one.body ? output : { ...output, body: Buffer.from(body) },
    },
  ],
  ["only announced results change", remade((request) => Object.assign(request, { extra: 1 }))],
  ["results keep their places", remade((request, { wire }) => (request[LIST_KEYS[wire]] as unknown[]).unshift({}))],
  [
    "a result keeps its kind",
    remade((request, { wire }) => {
      for (const { holder, key } of resultPlaces(wire, request)) holder[key] = 7;
    }),
  ],
  ["valid stays valid", { inBoth: true, reduce: changed((output, one) => put(output, repeated(output.body, one))) }],
  [
    "valid stays valid, however it is spelled",
    { reduce: changed((output, one, body) => (body === one.other ? put(output, repeated(body, one)) : output)) },
  ],
  [
    "reducing again changes nothing",
    {
      reduce: (output, { body, other }, given) =>
        [body, other].includes(given as Buffer) ? output : put(output, given),
    },
  ],
  [
    "the spelling means nothing",
    { reduce: (output, { other }, body) => (body === other ? tell(output, { decisions: [] }) : output) },
  ],
  [
    "a larger window edits no more",
    { plan: (plan, isWider) => (isWider ? tell(plan, { decisions: plan.report.decisions.map(elsewhere) }) : plan) },
  ],
  [
    "edits are the changes",
    { reduce: changed((output) => put(output, Buffer.concat([output.body, Buffer.from(" ")]))) },
  ],
  ["first byte edited", { reduce: changed((output) => tell(output, { firstChangedByte: 0 })) }],
  [
    "both report the same",
    { reduce: (output) => tell(output, { fits: false }), plan: (plan) => tell(plan, { fits: false }) },
  ],
  [
    "same edits",
    { plan: ({ edits, report }) => ({ report, edits: edits.map((edit) => ({ ...edit, path: `${edit.path}0` })) }) },
  ],
];

const elsewhere = <T extends { messageIndex: number }>(decision: T): T => ({ ...decision, messageIndex: 999 });

describeNative("the properties notice it where not", ({ addon }) => {
  const other = otherBackend();
  const native = createNative(addon);

  /** The first two methods are all that the properties call. */
  const broken = (backend: Backend, { reduce, plan }: Defect, one: WireCase): Backend => {
    const reduceBody: Backend["reduceBody"] = (body, policy, options) => {
      const output = backend.reduceBody(body, policy, options);
      return reduce?.(output, one, body) ?? output;
    };
    const planBody: Backend["planBody"] = (body, policy, options) => {
      const made = backend.planBody(body, policy, options);
      return plan?.(made, policy === one.wider) ?? made;
    };
    return { name: backend.name, reduceBody, planBody } as Backend;
  };

  const firstFailure = (defect: Defect): string | undefined => {
    for (let at = 0; at < 240; at++) {
      const one = makeWireCase(WIRE_NAMES[at % 4] ?? "gemini", at, 3, FEATURES);
      const first = defect.inBoth ? broken(other, defect, one) : other;
      try {
        checkBoth({ native: broken(native, defect, one), other: first }, one);
      } catch (error) {
        return String(error);
      }
    }
    return undefined;
  };

  it.each(DEFECTS)("%s", (message, defect) => {
    expect(firstFailure(defect)).toContain(message);
  });

  it("finds no defect in a valid request", () => {
    expect(firstFailure({})).toBeUndefined();
  });
});
