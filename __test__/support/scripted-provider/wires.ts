// What the scripted provider needs to know of a request on each wire.

export type Json = Record<string, unknown>;
export type WireName = "anthropic" | "openai-responses" | "openai-chat" | "gemini";

/** A tool that a request offers. */
export interface Tool {
  name: string;
  schema: Json;
  /** Called with a text in place of arguments. */
  isCustom?: boolean;
  namespace?: string | undefined;
}

/** A part of a prompt as a cache sees it: equal parts have equal texts. */
export interface Part {
  text: string;
  /** A cache breakpoint stands behind it. */
  isMarked: boolean;
  /** Whether the marker asks for an hour. */
  isHour: boolean;
}

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** One wire. */
export interface ScriptedWire {
  tools(body: Json): Tool[];
  parts(body: Json): Part[];
  /** Turns of the model that called a tool. */
  turns(body: Json): number;
  /** The texts of the user. */
  words(body: Json): string;
  /** What a provider would refuse the request for. */
  faults(body: Json): string[];
}

const MARKERS = ["cache_control", "prompt_cache_breakpoint"];
/** Claude Code changes this block in every request, and the vendor leaves it out of the prompt. */
const BILLING = "x-anthropic-billing-header";

function partOf(value: unknown, role = ""): Part {
  const marker = findMarker(value);
  const text = JSON.stringify(value, (key, inner) => (MARKERS.includes(key) ? undefined : inner));
  return { text: `${role}${text}`, isMarked: marker !== undefined, isHour: isObject(marker) && marker.ttl === "1h" };
}

function findMarker(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(findMarker).find((marker) => marker !== undefined);
  if (!isObject(value)) return undefined;
  return value.cache_control ?? findMarker(value.content);
}

/** Whether calls and results pair, in the order in which they come. */
class Pairs {
  readonly faults: string[] = [];
  readonly #open = new Set<string>();

  call(id: unknown): void {
    this.#open.add(String(id));
  }

  result(id: unknown): void {
    if (!this.#open.delete(String(id))) this.faults.push(`a result without a call: ${id}`);
  }

  /** Here every call must have its result. */
  close(where: string): void {
    if (this.#open.size > 0) this.faults.push(`${where}: calls without results: ${[...this.#open].join(", ")}`);
    this.#open.clear();
  }
}

const blocksOf = ({ content }: Json): Json[] =>
  typeof content === "string" ? [{ type: "text", text: content }] : listOf(content);

const anthropic: ScriptedWire = {
  tools: ({ tools }) =>
    listOf(tools).flatMap(({ name, input_schema: schema }) =>
      isObject(schema) ? [{ name: String(name), schema }] : [],
    ),
  parts({ tools, system, messages }) {
    const blocks = typeof system === "string" ? [{ type: "text", text: system }] : listOf(system);
    return [
      // A deferred tool is in no prompt until the model has searched for it.
      ...listOf(tools)
        .filter((tool) => tool.defer_loading !== true)
        .map((tool) => partOf(tool)),
      ...blocks.filter(({ text }) => !String(text).startsWith(BILLING)).map((block) => partOf(block)),
      ...listOf(messages).flatMap((message) => blocksOf(message).map((block) => partOf(block, String(message.role)))),
    ];
  },
  turns: ({ messages }) =>
    listOf(messages).filter(
      (message) => message.role === "assistant" && blocksOf(message).some(({ type }) => type === "tool_use"),
    ).length,
  words: ({ messages }) =>
    listOf(messages)
      .filter(({ role }) => role === "user")
      .flatMap((message) => blocksOf(message).map(({ text }) => String(text ?? "")))
      .join("\n"),
  faults(body) {
    const pairs = new Pairs();
    for (const [at, message] of listOf(body.messages).entries()) {
      if (message.role === "assistant") pairs.close(`message ${at}`);
      for (const { type, tool_use_id: result, id, text } of blocksOf(message)) {
        if (type === "tool_result") pairs.result(result);
        if (type === "text" && String(text).trim() === "") pairs.faults.push(`message ${at}: an empty text`);
        if (type === "tool_use") pairs.call(id);
      }
      if (message.role === "user") pairs.close(`message ${at}`);
    }
    pairs.close("the end");
    if (anthropic.parts(body).filter(({ isMarked }) => isMarked).length > 4)
      pairs.faults.push("more than 4 breakpoints");
    return pairs.faults;
  },
};

const CALLS = /^(function|custom_tool|local_shell|shell|apply_patch)_call$/;
const OUTPUTS = /^(function|custom_tool|local_shell|shell|apply_patch)_call_output$/;
const itemsOf = ({ input }: Json): Json[] =>
  typeof input === "string" ? [{ type: "message", role: "user", content: input }] : listOf(input);

function toolsOf({ type, name, parameters }: Json, namespace?: unknown): Tool[] {
  if (type !== "function" && type !== "custom") return [];
  const schema = isObject(parameters) ? parameters : {};
  const isIn = namespace === undefined ? {} : { namespace: String(namespace) };
  return [{ name: String(name), schema, ...isIn, ...(type === "custom" ? { isCustom: true } : {}) }];
}

const responses: ScriptedWire = {
  tools: (body) =>
    [...listOf(body.tools), ...itemsOf(body).flatMap(({ tools }) => listOf(tools))].flatMap((tool) =>
      tool.type === "namespace" ? listOf(tool.tools).flatMap((inner) => toolsOf(inner, tool.name)) : toolsOf(tool),
    ),
  parts: (body) => [
    partOf(body.instructions ?? ""),
    partOf(body.tools ?? []),
    ...itemsOf(body).map((item) => partOf(item)),
  ],
  turns(body) {
    let [turns, wasCall] = [0, false];
    for (const { type } of itemsOf(body)) {
      const isCall = CALLS.test(String(type));
      if (isCall && !wasCall) turns++;
      wasCall = isCall;
    }
    return turns;
  },
  words: (body) => JSON.stringify(itemsOf(body).filter(({ role }) => role === "user")),
  faults(body) {
    const pairs = new Pairs();
    for (const { type, call_id: id } of itemsOf(body)) {
      if (CALLS.test(String(type))) pairs.call(id);
      if (OUTPUTS.test(String(type))) pairs.result(id);
    }
    pairs.close("the end");
    return pairs.faults;
  },
};

const chat: ScriptedWire = {
  tools: ({ tools }) =>
    listOf(tools).flatMap(({ function: one }) =>
      isObject(one) ? [{ name: String(one.name), schema: isObject(one.parameters) ? one.parameters : {} }] : [],
    ),
  parts: ({ tools, messages }) => [partOf(tools ?? []), ...listOf(messages).map((message) => partOf(message))],
  turns: ({ messages }) => listOf(messages).filter(({ tool_calls: calls }) => listOf(calls).length > 0).length,
  words: ({ messages }) => JSON.stringify(listOf(messages).filter(({ role }) => role === "user")),
  faults({ messages }) {
    const pairs = new Pairs();
    for (const [at, { role, tool_call_id: result, tool_calls: calls }] of listOf(messages).entries()) {
      if (role === "tool") pairs.result(result);
      else pairs.close(`message ${at}`);
      for (const { id } of listOf(calls)) pairs.call(id);
    }
    pairs.close("the end");
    return pairs.faults;
  },
};

const gemini: ScriptedWire = {
  tools: ({ tools }) =>
    listOf(tools)
      .flatMap(({ functionDeclarations: list }) => listOf(list))
      .map(({ name, parametersJsonSchema, parameters }) => {
        const schema = parametersJsonSchema ?? parameters;
        return { name: String(name), schema: isObject(schema) ? schema : {} };
      }),
  parts: ({ systemInstruction, tools, contents }) => [
    partOf(systemInstruction ?? ""),
    partOf(tools ?? []),
    ...listOf(contents).map((content) => partOf(content)),
  ],
  turns: ({ contents }) =>
    listOf(contents).filter(
      ({ role, parts }) => role === "model" && listOf(parts).some(({ functionCall }) => functionCall),
    ).length,
  words: ({ contents }) => JSON.stringify(listOf(contents).filter(({ role }) => role === "user")),
  faults({ contents }) {
    const faults: string[] = [];
    let calls = 0;
    for (const [at, { parts }] of listOf(contents).entries()) {
      const results = listOf(parts).filter(({ functionResponse }) => functionResponse).length;
      if (results !== calls) faults.push(`content ${at}: ${results} results for ${calls} calls`);
      calls = listOf(parts).filter(({ functionCall }) => functionCall).length;
    }
    return calls === 0 ? faults : [...faults, "the end: calls without results"];
  },
};

export const SCRIPTED_WIRES: Readonly<Record<WireName, ScriptedWire>> = {
  anthropic,
  "openai-responses": responses,
  "openai-chat": chat,
  gemini,
};

/** The wire of a path; undefined for what asks no model. */
export function wireOf(path: string): WireName | undefined {
  if (/\/messages$/.test(path)) return "anthropic";
  if (/\/responses$/.test(path)) return "openai-responses";
  if (/\/chat\/completions$/.test(path)) return "openai-chat";
  return /:(stream)?[gG]enerateContent$/.test(path) ? "gemini" : undefined;
}
