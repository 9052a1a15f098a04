// Writes what the core needs to know of a policy, and of its own numbers, for programs in other languages:
//   node examples/python/settings.mjs [POLICY.json] > settings.json
import { readFileSync } from "node:fs";
import { definePolicy } from "../../dist/index.js";
import * as core from "../../dist/native/foreign.js";

const [file] = process.argv.slice(2);
const policy = definePolicy(file === undefined ? {} : JSON.parse(readFileSync(file, "utf8")));
const numbers = {
  version: core.PROTOCOL_VERSION,
  count: core.SLOT_COUNT,
  status: core.SLOT_STATUS,
  rowsBytes: core.SLOT_ROWS_BYTES,
  outputBytes: core.SLOT_SUMMARY + core.SUMMARY_OUTPUT_BYTES,
  edits: core.SLOT_SUMMARY + core.SUMMARY_EDIT_COUNT,
  repairs: core.SLOT_SUMMARY + core.SUMMARY_REPAIR_COUNT,
};
const { STATUSES: statuses, WIRES: wires } = core;
console.log(JSON.stringify({ policy: core.nativePolicyJson(policy), numbers, statuses, wires }));
