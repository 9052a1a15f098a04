// Reduces a tiny request by one backend and compares the result with the expected one. This is enough to recognise a
// broken installation.
import { isDeepStrictEqual } from "node:util";
import type { Backend } from "../../contract/backend.js";
import { definePolicy } from "../../policy/policy.js";

const TURNS = 6;
const WINDOW = 2;
const LONG = `fn main() {}\n"quoted" \\ é 😀 \u0000\n`.repeat(20);

/** It has escapes, text outside the basic plane and a decoy, so that careless copying is noticed. */
function request(content: (turn: number) => string): string {
  const turns = Array.from({ length: TURNS }, (_, turn) => [
    { role: "assistant", content: null, tool_calls: [call(turn)] },
    { role: "tool", tool_call_id: `call_${turn}`, content: content(turn) },
  ]).flat();
  const messages = [{ role: "user", content: "Look around." }, ...turns];
  return JSON.stringify({ model: "self-check", metadata: { messages: "decoy" }, messages, seed: 7 });
}

function call(turn: number) {
  return { id: `call_${turn}`, type: "function", function: { name: "read_file", arguments: `{"n":${turn}}` } };
}

const PLACEHOLDER = `[old result left out: ${LONG.length} chars]`;

/** Undefined if the backend works, else the error. */
export function selfCheck(backend: Backend): string | undefined {
  try {
    return check(backend);
  } catch (error) {
    return `it threw ${error instanceof Error ? error.message : String(error)}`;
  }
}

function check(backend: Backend): string | undefined {
  // At every turn, because a request as short as this one pays for no move.
  const policy = definePolicy({ preset: "none", mask: { windowTurns: WINDOW }, cache: { strategy: "every-turn" } });
  const body = new TextEncoder().encode(request(() => LONG));
  const before = body.slice();
  const { body: reduced, report } = backend.reduceBody(body, policy, {});
  const expected = request((turn) => (turn < TURNS - WINDOW ? PLACEHOLDER : LONG));
  if (report.skipped !== undefined) return `it passed the request through: ${report.skippedDetail ?? report.skipped}`;
  if (report.maskedCount !== TURNS - WINDOW) return `it masked ${report.maskedCount} results, not ${TURNS - WINDOW}`;
  if (!isDeepStrictEqual(parse(reduced), JSON.parse(expected))) return "the reduced request has another meaning";
  if (!isDeepStrictEqual(body, before)) return "it changed the bytes it was given";
  if (backend.reduceBody(reduced, policy, {}).changed) return "reducing its own output changed it again";
  const garbage = Uint8Array.of(0x7b, 0xff, 0x00);
  if (backend.reduceBody(garbage, policy, {}).body !== garbage) return "it did not pass unreadable bytes through";
  return undefined;
}

const parse = (body: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(body));
