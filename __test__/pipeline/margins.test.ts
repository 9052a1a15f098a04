// What a plan says of its budget beyond doubt, and what makes a check of the masked request needless: never otherwise than the
// counting and the checking themselves.
import { expect, it } from "vitest";
import { marginsOf } from "../../ts/contract/budget-margins.js";
import { loadBackend } from "../../ts/load/backend.js";
import { maskPolicyOf, measuringPolicy } from "../../ts/pipeline/context.js";
import { definePolicy } from "../../ts/policy/policy.js";
import { ObjectCall } from "../../ts/reduce/calls.js";
import { jsonOf } from "../../ts/reduce/object-json.js";
import { jsonAfter, swapsTexts } from "../../ts/reduce/object-reduction.js";
import { violationsIn } from "../../ts/reduce/object-violations.js";
import { runCall } from "../../ts/reduce/run-call.js";
import { readRecording, recordings } from "../support/recordings.js";
import { parse, tokensOf } from "./build.js";

const { backend } = loadBackend();
const POLICIES = [
  {},
  { preset: "none" as const, cache: { strategy: "every-turn" as const } },
  { preset: "strong" as const },
];

it.skipIf(recordings === undefined)(
  "recordings are over their budget, within it and valid where a plan says so",
  () => {
    const said = { cameOver: 0, hasRoom: 0, swaps: 0, requests: 0 };
    for (const [index, recording] of (recordings ?? []).entries()) {
      const request = parse(readRecording(recording));
      const json = jsonOf(request);
      const { wire } = recording;
      const before = tokensOf(wire, request);
      for (const share of [1.2, 0.9, 0.6]) {
        const tokens = Math.max(1, Math.round(before * share));
        const policy = definePolicy({ ...POLICIES[index % POLICIES.length], budget: { tokens } });
        const counts = (bytes: Uint8Array) => backend.planBody(bytes, measuringPolicy(policy), { wire }).report.fits;
        const options = { wire, margins: true };
        const reduced = runCall(new ObjectCall(backend, request, maskPolicyOf(policy), options, json));
        const { cameOver, hasRoom } = marginsOf(reduced.report);
        const after = jsonAfter(reduced)?.() ?? json;
        said.requests++;
        if (cameOver) expect(counts(json.bytes), recording.file).toBe(false);
        if (hasRoom) expect(counts(after.bytes), recording.file).toBe(true);
        if (swapsTexts(reduced)) {
          const rules = (one: typeof json) => violationsIn(backend, one, { wire }).map(({ rule }) => rule);
          expect(rules(after), recording.file).toEqual(rules(json));
          said.swaps++;
        }
        said.cameOver += Number(cameOver);
        said.hasRoom += Number(hasRoom);
      }
    }
    if (process.env.TAMIS_SHOW !== undefined) console.log(said);
    expect(Math.min(said.cameOver, said.hasRoom, said.swaps)).toBeGreaterThan(said.requests / 20);
  },
  240_000,
);
