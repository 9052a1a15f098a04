// Sessions of Anthropic's wire in which much changes: an agent talks to a provider that checks thinking, and its rules, model
// and cache markers change in between, or its client takes out its own oldest thinking. Not each answer thinks, and the user
// seldom speaks.
import { createSessionState, type SessionState } from "../../ts/contract/session-state.js";
import type { Policy } from "../../ts/policy/policy.js";
import { reduceBody, reduceRequest } from "../../ts/reduce/reduce.js";
import { createRandom, type Random } from "./random.js";
import { SimulatedProvider } from "./simulated-provider/provider.js";
import { type Block, blocksOf, isThinking, type MessagesRequest } from "./simulated-provider/types.js";

type Messages = MessagesRequest["messages"];

/** What may change between two requests. */
export type Change = "policy" | "model" | "lifetime" | "markers" | "pause" | "rewind" | "thinking" | "own-thinking";

/** How often, by step. */
const CHANCES: Record<Change, number> = {
  policy: 0.08,
  model: 0.08,
  lifetime: 0.06,
  markers: 0.05,
  pause: 0.1,
  rewind: 0.06,
  thinking: 0.12,
  "own-thinking": 0.12,
};

const CHECKING_MODELS = ["claude-fable-5-2", "claude-opus-5-5", "claude-haiku-5-5"] as const;
const HOURS = 3_600_000;

/** What a session came to. */
export interface HostileRun {
  /** What had happened before the provider refused a request; undefined if it refused none. */
  refusal: string[] | undefined;
  /** Requests with masks. */
  masked: number;
}

/** How a session's requests are reduced. */
export interface HostileSetting {
  /** Whether a state is kept. @default true */
  hasState?: boolean;
  /** Whether as objects. @default false */
  asObjects?: boolean;
  /** Whether the client takes out all thinking that is in front of the user's newest words. @default false */
  onlyThisTurn?: boolean;
}

/** Runs a session with those changes; it ends at the first refusal. The same for the same seed. */
export function runHostileSession(
  seed: number,
  policies: readonly Policy[],
  changes: readonly Change[],
  setting: HostileSetting = {},
): HostileRun {
  const agent = new Agent(seed, policies, setting);
  const provider = new SimulatedProvider({ answer: () => agent.answer() });
  const steps = 20 + agent.random.below(30);
  for (let step = 0; step < steps; step++) {
    // The first model checks thinking: one that does not may have edited in front of it.
    const happened = step === 0 ? [] : changes.filter((change) => agent.random.chance(CHANCES[change]));
    for (const change of happened) agent.change(change);
    const { status, body } = provider.handle(agent.request(`${step} ${happened.join(" ")}`));
    if (status !== 200) return { refusal: agent.story, masked: agent.masked };
    agent.hear(body.content as Block[]);
  }
  return { refusal: undefined, masked: agent.masked };
}

class Agent {
  readonly random: Random;
  readonly story: string[] = [];
  masked = 0;
  readonly #policies: readonly Policy[];
  readonly #thinks: number;
  readonly #resultWords: number;
  #policy: Policy;
  #model: string;
  #lifetime: object = {};
  #isMarked = true;
  /** Requests that still let the model not think. */
  #thoughtless = 0;
  #now = 0;
  #session: SessionState = createSessionState();
  readonly #setting: HostileSetting;
  /** How much of its own thinking the client keeps with each request. */
  #mostThinking = Number.POSITIVE_INFINITY;
  #messages: Messages = [{ role: "user", content: "please do it" }];
  #calls = 0;

  constructor(seed: number, policies: readonly Policy[], setting: HostileSetting) {
    this.random = createRandom(seed);
    this.#setting = setting;
    this.#policies = policies;
    this.#policy = policies[seed % policies.length] as Policy;
    this.#model = this.random.pick(CHECKING_MODELS);
    this.#thinks = this.random.pick([1, 0.9, 0.6]);
    this.#resultWords = this.random.pick([60, 400, 1500]);
  }

  change(what: Change): void {
    if (what === "policy") this.#policy = this.#policies[this.random.below(this.#policies.length)] as Policy;
    if (what === "model") this.#model = this.random.pick([...CHECKING_MODELS, "claude-opus-4-6"]);
    if (what === "lifetime") this.#lifetime = "ttl" in this.#lifetime ? {} : { ttl: "1h" };
    if (what === "markers") this.#isMarked = !this.#isMarked;
    if (what === "pause") this.#now += 2 * HOURS;
    if (what === "rewind") this.#goBack();
    if (what === "thinking") this.#thoughtless = 1 + this.random.below(4);
    if (what === "own-thinking") this.#forget();
  }

  /** Takes out its oldest thinking: all but so much of it, now or from now on; or that of a beginning of the conversation. */
  #forget(): void {
    const { random } = this;
    const how = random.below(3);
    const most = random.below(8);
    if (how === 0) this.#mostThinking = most;
    if (how === 1) this.#messages = withNewestThinking(this.#messages, most);
    if (how === 2) this.#forgetBefore(random.below(this.#messages.length));
  }

  #forgetBefore(end: number): void {
    this.#messages = this.#messages.map((message, at) => (at < end ? withoutThinking(message) : message));
  }

  /** To something that the user said. */
  #goBack(): void {
    const prompts = this.#messages.flatMap(({ role, content }, at) => (isWords({ role, content }) ? [at] : []));
    this.#messages = this.#messages.slice(0, 1 + (prompts[this.random.below(prompts.length)] ?? 0));
  }

  request(name: string): MessagesRequest {
    this.#now += 20_000;
    this.#thoughtless--;
    this.#messages = withNewestThinking(this.#messages, this.#mostThinking);
    if (this.#setting.onlyThisTurn === true) this.#forgetBefore(this.#messages.findLastIndex(isWords));
    // A state is kept as JSON between two requests.
    this.#session = JSON.parse(JSON.stringify(this.#session));
    const { hasState = true, asObjects = false } = this.#setting;
    const options = hasState ? { session: this.#session, now: this.#now } : {};
    const whole = this.#whole();
    const reduced = asObjects
      ? reduceRequest(whole, this.#policy, options)
      : reduceBody(Buffer.from(JSON.stringify(whole)), this.#policy, options);
    const { maskedCount, thinkingRemoved = 0, cache } = reduced.report;
    this.masked += maskedCount > 0 ? 1 : 0;
    this.story.push(
      `${name}: ${cache.session}, since ${cache.startStep}, ${maskedCount} masked, ${thinkingRemoved} gone`,
    );
    return reduced.body instanceof Uint8Array ? JSON.parse(Buffer.from(reduced.body).toString("utf8")) : reduced.body;
  }

  #whole(): MessagesRequest {
    const marker = this.#isMarked ? { cache_control: { type: "ephemeral", ...this.#lifetime } } : {};
    const last = this.#messages.length - 1;
    return {
      model: this.#model,
      max_tokens: 1000,
      system: [{ type: "text", text: `You are an agent.${" lorem ipsum".repeat(300)}`, ...marker }],
      tools: [{ name: "read", description: "Reads.", input_schema: { $schema: "s", type: "object" } }],
      thinking: { type: this.#thoughtless >= 0 ? "disabled" : "adaptive" },
      messages: this.#messages.map(({ role, content }, at) => {
        if (at !== last) return { role, content };
        const blocks = blocksOf(content);
        return {
          role,
          content: blocks.map((block, index) => (index < blocks.length - 1 ? block : { ...block, ...marker })),
        };
      }),
    };
  }

  /** The model's next answer. */
  answer(): Block[] {
    const { random } = this;
    // The first answer thinks: before there is any, a request does not show how its model treats it.
    const thinks = this.#thoughtless < 0 && (this.#calls === 0 || random.chance(this.#thinks));
    const thinking = { type: "thinking", thinking: `I think ${"so ".repeat(random.below(120))}` };
    const count = this.#calls === 0 || random.chance(0.9) ? random.pick([1, 1, 2]) : 0;
    const calls = Array.from({ length: count }, () => ({
      type: "tool_use",
      id: `call_${this.#calls++}`,
      name: "read",
      input: { path: `f${random.below(6)}`, content: "some text ".repeat(random.pick([0, 0, 60])) },
    }));
    return [...(thinks ? [thinking] : []), { type: "text", text: "words" }, ...calls];
  }

  hear(content: Block[]): void {
    const results = content.flatMap(({ type, id }) => (type === "tool_use" ? [this.#result(String(id))] : []));
    const reply = results.length === 0 ? "go on" : results;
    this.#messages = [...this.#messages, { role: "assistant", content }, { role: "user", content: reply }];
  }

  #result(id: string): Block {
    const lines = Math.ceil((this.#resultWords * (0.2 + this.random.next())) / 4);
    return { type: "tool_result", tool_use_id: id, content: `result ${id}\n${`words of ${id}\n`.repeat(lines)}` };
  }
}

const isWords = ({ role, content }: Messages[number]): boolean => role === "user" && typeof content === "string";

function withoutThinking({ role, content }: Messages[number]): Messages[number] {
  return { role, content: typeof content === "string" ? content : content.filter((block) => !isThinking(block)) };
}

/** With the newest thinking alone: so many blocks of it. */
function withNewestThinking(messages: Messages, most: number): Messages {
  let left = most;
  const newest = messages.toReversed().map(({ role, content }) => {
    if (typeof content === "string") return { role, content };
    const kept = content.toReversed().filter((block) => !isThinking(block) || left-- > 0);
    return { role, content: kept.toReversed() };
  });
  return newest.toReversed();
}
