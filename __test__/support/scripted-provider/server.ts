// The scripted provider as a server: `http://127.0.0.1:PORT/RUN/…`, each RUN with a cache and a record of its own.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { ANSWERS } from "./answers.js";
import { ScriptedCache, type ScriptedUsage, thinkingOf, weightOf } from "./bill.js";
import { CallMarks, type MarkCounts } from "./call-marks.js";
import { type RequestShape, shapeOf } from "./request-shape.js";
import type { RulesCount } from "./rules.js";
import { answerSchema, fileToReadBack, HANGING_WORD, nextTurn, type Script } from "./script.js";
import { BoundThinking } from "./thinking.js";
import { isObject, type Json, SCRIPTED_WIRES, type WireName, wireOf } from "./wires.js";

/** What came of one run. */
export interface ScriptedRun {
  /** Requests to a model. */
  requests: number;
  /** Those that were asked. */
  models: string[];
  /** What a provider would have refused, and gets a 400 here. */
  faults: string[];
  /** Paths that asked for something else. */
  others: string[];
  /** Sum of the bill in tokens of fresh input. */
  weight: number;
  /** The same without the output. */
  inputWeight: number;
  inputTokens: number;
  readTokens: number;
  outputTokens: number;
  /** Requests that have a placeholder of Tamis's in them. */
  masked: number;
  /** Answers that hang, and those of them whose client has gone. */
  hanging: number;
  left: number;
  /** Answers that were a last word, and that were the first call which a word of the prompt asks for. */
  lastWords: number;
  firsts: number;
  /** Names of the tools of the last request that had any. */
  tools: string[];
  /** Of the first request that had any; undefined before. */
  shape: RequestShape | undefined;
  /** Whether the file that the script reads at its end came back as it is; undefined: it read none. */
  readBack: boolean | undefined;
  /** Marks of shortened arguments in its calls, where the script imitates them. */
  marks: MarkCounts | undefined;
  /** What the turns of a model that follows its tools' rules were. */
  rules: Partial<Record<RulesCount, number>>;
}

/** A running provider. */
export interface ScriptedProvider {
  url(run: string): string;
  run(name: string): ScriptedRun;
  close(): Promise<void>;
}

const OUTPUT_TOKENS = 60;
/** The ChatGPT account that the provider knows. */
const ACCOUNT = "scripted-account";
const emptyRun = (): ScriptedRun => ({
  ...{
    requests: 0,
    models: [],
    faults: [],
    others: [],
    weight: 0,
    inputWeight: 0,
    inputTokens: 0,
    readTokens: 0,
    outputTokens: 0,
    masked: 0,
  },
  ...{
    hanging: 0,
    left: 0,
    lastWords: 0,
    firsts: 0,
    tools: [],
    shape: undefined,
    readBack: undefined,
    marks: undefined,
    rules: {},
  },
});

/** Starts a provider whose model takes `steps` turns for each task in a prompt. */
export async function startScriptedProvider(script: Script): Promise<ScriptedProvider> {
  const runs = new Map<string, Omit<Asked, "wire" | "path" | "betas" | "body" | "script">>();
  const runOf = (name: string) => {
    const known = runs.get(name) ?? {
      ...{ record: emptyRun(), cache: new ScriptedCache(), marks: new CallMarks(), thoughts: new BoundThinking() },
    };
    runs.set(name, known);
    return known;
  };
  const server = createServer(async (request, response) => {
    const [, name = "", ...rest] = (request.url ?? "").split("/");
    const path = `/${rest.join("/")}`.replace(/\?.*$/, "");
    const run = runOf(name);
    const { record } = run;
    if (request.headers.upgrade !== undefined) return send(response, 426, {});
    const body = await bodyOf(request);
    const wire = wireOf(path);
    if (wire !== undefined && body !== undefined)
      answer({ wire, path, betas: request.headers["anthropic-beta"], body, ...run, script }, response);
    else other(`${request.method} ${path}`, body, record, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (run) => `http://127.0.0.1:${port}/${run}`,
    run: (name) => runOf(name).record,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const DECODERS: Record<string, (raw: Buffer) => Buffer> = {
  gzip: (raw) => gunzipSync(raw),
  br: (raw) => brotliDecompressSync(raw),
  // Node has it from 22 on.
  zstd: (input) => execFileSync("zstd", ["-dc"], { input, stdio: ["pipe", "pipe", "ignore"] }),
};

async function bodyOf(request: IncomingMessage): Promise<Json | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const raw = Buffer.concat(chunks);
  const encoding = request.headers["content-encoding"];
  try {
    const text = DECODERS[encoding ?? ""]?.(raw) ?? raw;
    const value: unknown = JSON.parse(text.toString("utf8"));
    if (!isObject(value)) return undefined;
    // Code Assist wraps Gemini's request.
    return isObject(value.request) && "contents" in value.request ? { model: value.model, ...value.request } : value;
  } catch {
    return undefined;
  }
}

interface Asked {
  wire: WireName;
  path: string;
  betas: string | string[] | undefined;
  body: Json;
  record: ScriptedRun;
  cache: ScriptedCache;
  marks: CallMarks;
  thoughts: BoundThinking;
  script: Script;
}

/** Whether the last lines of a request have those of the file that was to be read. */
function cameBack(body: Json, script: Script): boolean | undefined {
  const file = fileToReadBack(body, script);
  if (file === undefined) return undefined;
  const list = body.messages ?? body.contents ?? body.input;
  const newest = JSON.stringify(Array.isArray(list) ? list.slice(-2) : list);
  const lines = readFileSync(file, "utf8").split("\n").slice(0, 20);
  return lines.every((line) => newest.includes(JSON.stringify(line).slice(1, -1)));
}

function answer(
  { wire, path, betas, body, record, cache, marks, thoughts, script }: Asked,
  response: ServerResponse,
): void {
  const scripted = SCRIPTED_WIRES[wire];
  // What an agent asks about its own history, with an answer in JSON, may be a part of it.
  const model = String(body.model ?? /models\/([^:/]+)/.exec(path)?.[1] ?? "unknown");
  if (!record.models.includes(model)) record.models.push(model);
  const parts = scripted.parts(body);
  const isChecked = thinkingOf(model, wire) === "bound";
  const faults =
    answerSchema(body) === undefined ? [...scripted.faults(body), ...(isChecked ? thoughts.faults(parts) : [])] : [];
  record.requests++;
  record.faults.push(...faults);
  if (faults.length > 0) {
    const error = { type: "invalid_request_error", message: faults.join("; ") };
    send(response, 400, { type: "error", error });
    return;
  }
  if (JSON.stringify(body).includes("[old result left out: ")) record.masked++;
  const usage = cache.bill(wire, model, parts, OUTPUT_TOKENS);
  note(record, (one) => weightOf(model, wire, one), usage);
  if (script.imitatesAt !== undefined) {
    marks.see(wire, body);
    record.marks = marks.counts;
  }
  const turn = nextTurn(wire, body, script);
  const tools = scripted.tools(body).map(({ name }) => name);
  if (tools.length > 0) {
    record.tools = tools;
    record.shape ??= shapeOf(betas?.toString(), body);
  }
  if (turn.isFirst === true) record.firsts++;
  for (const count of turn.counts ?? []) record.rules[count] = (record.rules[count] ?? 0) + 1;
  if (turn.text.startsWith("LAST WORD")) {
    record.lastWords++;
    record.readBack = cameBack(body, script);
  }
  const thinks =
    wire === "anthropic" && (script.day ?? script.rules) !== undefined && turn.calls.length > 0 && wantsThinking(body);
  const thinking = thinks ? thoughts.think(parts, record.requests) : undefined;
  const { whole, events } = ANSWERS[wire]({ ...turn, number: record.requests, model, usage, thinking });
  const isStreamed = wire === "gemini" ? /:stream/.test(path) : body.stream === true;
  if (isStreamed && turn.calls.length > 0 && scripted.words(body).includes(HANGING_WORD)) {
    record.hanging++;
    response.on("close", () => record.left++);
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" }).write(events[0]);
  } else if (isStreamed)
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" }).end(events.join(""));
  else send(response, 200, whole);
}

const wantsThinking = ({ thinking }: Json) => isObject(thinking) && thinking.type !== "disabled";

function note(record: ScriptedRun, weighed: (usage: ScriptedUsage) => number, usage: ScriptedUsage): void {
  const { fresh, read, write, output } = usage;
  record.weight += weighed(usage);
  record.inputWeight += weighed({ ...usage, output: 0 });
  record.inputTokens += fresh + read + write;
  record.readTokens += read;
  record.outputTokens += output;
}

/** What Codex asks of a ChatGPT login before its first request. */
const WORKSPACES = {
  account_ordering: [ACCOUNT],
  accounts: [
    {
      ...{ id: ACCOUNT, structure: "personal", plan_type: "plus" },
      ...{ workspace_backend_origin: "NO_CONSTRAINT", account_routing_override: "NO_CONSTRAINT" },
    },
  ],
  default_account_id: ACCOUNT,
};

function other(what: string, body: Json | undefined, record: ScriptedRun, response: ServerResponse): void {
  record.others.push(what);
  const tokens = Math.ceil(JSON.stringify(body ?? {}).length / 4);
  const notFound = { type: "error", error: { type: "not_found_error", message: what, code: 404 } };
  if (/count_tokens$/.test(what)) send(response, 200, { input_tokens: tokens });
  else if (/:countTokens$/.test(what)) send(response, 200, { totalTokens: tokens });
  else if (/^GET .*\/wham\/accounts\/check$/.test(what)) send(response, 200, WORKSPACES);
  else if (/^GET .*\/models$/.test(what)) send(response, 200, { object: "list", data: [], models: [] });
  else send(response, 404, notFound);
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
