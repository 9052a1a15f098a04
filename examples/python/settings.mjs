// Writes what the core needs to know of a policy, and of its own numbers, for programs in other languages:
//   node examples/python/settings.mjs [POLICY.json] > settings.json
import { readFileSync } from "node:fs";
import { definePolicy } from "../../dist/index.js";
import { nativePolicyJson, protocol } from "../../dist/native/backend.js";

const [file] = process.argv.slice(2);
const policy = definePolicy(file === undefined ? {} : JSON.parse(readFileSync(file, "utf8")));
const {
  PROTOCOL_VERSION,
  SLOT_COUNT,
  SLOT_ROWS_BYTES,
  SLOT_STATUS,
  SLOT_SUMMARY,
  STATUSES,
  SUMMARY_OUTPUT_BYTES,
  WIRES,
} = protocol;
const numbers = {
  ...{ version: PROTOCOL_VERSION, count: SLOT_COUNT, status: SLOT_STATUS, rowsBytes: SLOT_ROWS_BYTES },
  outputBytes: SLOT_SUMMARY + SUMMARY_OUTPUT_BYTES,
};
const edits = SLOT_SUMMARY + protocol.SUMMARY_EDIT_COUNT;
const repairs = SLOT_SUMMARY + protocol.SUMMARY_REPAIR_COUNT;
console.log(
  JSON.stringify({
    policy: nativePolicyJson(policy),
    numbers: { ...numbers, edits, repairs },
    statuses: STATUSES,
    wires: WIRES,
  }),
);
