// What a program in another language needs beside `tamis.wasm`: a policy as the core takes it, and the places of its numbers
// (`examples/python`).
export { nativePolicyJson } from "./policy.js";
export {
  PROTOCOL_VERSION,
  SLOT_COUNT,
  SLOT_ROWS_BYTES,
  SLOT_STATUS,
  SLOT_SUMMARY,
  STATUSES,
  SUMMARY_EDIT_COUNT,
  SUMMARY_OUTPUT_BYTES,
  SUMMARY_REPAIR_COUNT,
  WIRES,
} from "./protocol.js";
