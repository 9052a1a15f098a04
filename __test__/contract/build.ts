import type { Backend, ReduceOptions } from "../../ts/contract/backend.js";
import type { Plan, Reduction, Report } from "../../ts/contract/report.js";
import { type PolicyInput, resolvePolicy, type SettingsInput } from "../../ts/policy/policy.js";
import { everyTurn } from "../support/every-turn.js";

export type Message = Record<string, unknown>;

export const user = (content: unknown = "go on"): Message => ({ role: "user", content });
export const system = (content: unknown = "be brief"): Message => ({ role: "system", content });

/** An assistant message that calls `[id, name]` pairs. */
export function calls(...pairs: readonly (readonly [id: string, name?: string])[]): Message {
  const toolCalls = pairs.map(([id, name]) => ({
    id,
    type: "function",
    function: { ...(name === undefined ? {} : { name }), arguments: "{}" },
  }));
  return { role: "assistant", content: null, tool_calls: toolCalls };
}

export const result = (id: unknown, content: unknown): Message => ({ role: "tool", tool_call_id: id, content });

/** One turn: a call and its result. */
export const turn = (id: string, content: unknown, name = "read_file"): Message[] => [
  calls([id, name]),
  result(id, content),
];

/** `count` turns with long enough results, after whatever a test is about: they fill the window. */
export function laterTurns(count: number): Message[] {
  return Array.from({ length: count }, (_, index) => turn(`later_${index}`, "later ".repeat(100), "later_tool")).flat();
}

/** A text of exactly `chars` ASCII chars with no error sign. */
export function plainText(chars: number): string {
  return "some plain text\n".repeat(Math.ceil(chars / 16)).slice(0, chars);
}

export const toBytes = (value: unknown): Buffer =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value));

export function parse(bytes: Uint8Array): { messages: Message[] } & Message {
  return JSON.parse(Buffer.from(bytes).toString("utf8"));
}

/** Window of one turn, no minimum: what a test is about decides, and nothing else. */
export const EAGER = { windowTurns: 1, minChars: 0 } as const;

/** A backend with the policies and bodies of tests as plain values. */
export class Subject {
  constructor(readonly getBackend: () => Backend) {}

  reduce(body: unknown, policy?: SettingsInput | PolicyInput, options: ReduceOptions = {}): Reduction<Uint8Array> {
    const bytes = body instanceof Uint8Array ? body : toBytes(body);
    return this.getBackend().reduceBody(bytes, resolvePolicy(everyTurn(policy)), options);
  }

  plan(body: unknown, policy?: SettingsInput | PolicyInput, options: ReduceOptions = {}): Plan {
    const bytes = body instanceof Uint8Array ? body : toBytes(body);
    return this.getBackend().planBody(bytes, resolvePolicy(everyTurn(policy)), options);
  }

  /** Reduces messages with `mask` settings; returns the messages and the report with all decisions. */
  mask(messages: readonly unknown[], mask: SettingsInput["mask"] = {}): { messages: Message[]; report: Report } {
    const reduction = this.reduce({ model: "m", messages }, { mask: { ...EAGER, ...mask } }, { explain: true });
    return { messages: parse(reduction.body).messages, report: reduction.report };
  }

  /** `action/reason` of the first result in `messages`, which one later turn pushes out of the window. */
  decide(messages: readonly unknown[], mask: SettingsInput["mask"] = {}): string {
    const first = this.mask([...messages, ...laterTurns(1)], mask).report.decisions[0];
    return `${first?.action}/${first?.reason}`;
  }

  /** What the content of the first result becomes. */
  contentOf(messages: readonly Message[], mask: SettingsInput["mask"] = {}): unknown {
    const index = messages.findIndex((message) => message.role === "tool");
    return this.mask([...messages, ...laterTurns(1)], mask).messages[index]?.content;
  }
}
