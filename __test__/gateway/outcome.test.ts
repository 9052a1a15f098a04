import { describe, expect, it } from "vitest";
import { kindOf } from "../support/http-outcome.mjs";
import { STREAMS, streamBytes } from "./sse.js";

const whole = streamBytes("anthropic");
const at = (events: number) => STREAMS.anthropic.slice(0, events).join("");
const outcome = (text: string, rest: object = {}) =>
  kindOf({ status: 200, headers: {}, bytes: Buffer.from(text), ended: true, ...rest }, whole);
const ERROR = 'event: error\ndata: {"type":"error","error":{"type":"api_error","message":"tamis gateway: gone"}}\n\n';
const own = { headers: { "x-tamis-error": "upstream_closed" }, status: 502 };

describe("what became of a request", () => {
  it.each([
    ["whole", whole.toString(), {}],
    ["error event", at(3) + ERROR, {}],
    ["error event", ERROR, {}],
    ["cut", at(3), { ended: false }],
    ["cut", "", { ended: false, status: undefined, error: new Error("reset") }],
    ["refused", '{"error":{"message":"tamis gateway: no"}}', own],
    // A part that looks like all of it, in every guise.
    ["false", at(3), {}],
    ["false", "", {}],
    ["false", `${at(3)}data: [DONE]\n\n`, {}],
    ["false", `${at(3)}event: message_stop\ndata: {"type":"message_stop"}\n\n`, {}],
    ["false", `${at(3)}${ERROR}data: [DONE]\n\n`, {}],
    ["false", `${at(3).slice(0, -5)}${ERROR}`, {}],
    ["false", `${at(2)}${at(1)}${ERROR}`, {}],
    ["false", `${whole}${at(1)}`, {}],
    ["false", "something else", { ended: false }],
    ["false", whole.toString(), { status: 500 }],
    ["false", "not JSON", own],
    ["false", '{"error":{"message":"tamis gateway: no"}}', { ...own, ended: false }],
  ])("%s: %j", (kind, text, rest) => {
    expect(outcome(text, rest)).toBe(kind);
  });
});
