// Every door by which a user's conversation is condensed, as one function of a request and a provider.
import { onTestFinished } from "vitest";
import { type ConversationContext, condense, onCondensation } from "../../ts/condensation/index.js";
import type { Wire } from "../../ts/contract/report.js";
import { ContextSession } from "../../ts/session/index.js";
import type { CompareAnswer, ReductionDetail, TryAnswer } from "../../ts/ui/api.js";
import { tamis, temporaryFolder } from "../cli/run-cli.js";
import { ask, startGateway } from "../gateway/start.js";
import { startPage } from "../ui/start-page.js";

export type Provider = "native" | "smart";
/** A request of a wire, as a client sends it. */
export type Request = Record<string, unknown>;

/** What came out at a door. */
export interface Condensed {
  /** The messages; undefined where the door shows none. */
  messages: readonly object[] | undefined;
  /** The provider that failed, or why nothing came out. */
  failed: string | undefined;
}

export const LISTS: Record<Wire, string> = {
  "openai-chat": "messages",
  "openai-responses": "input",
  anthropic: "messages",
  gemini: "contents",
};
const PATHS: Record<Wire, string> = {
  "openai-chat": "/v1/chat/completions",
  "openai-responses": "/v1/responses",
  anthropic: "/v1/messages",
  gemini: "/v1beta/models/m:generateContent",
};
const SYSTEMS = ["system", "systemInstruction", "system_instruction", "instructions"];

/** A request as the library is given it. */
export function contextOf(wire: Wire, request: Request): ConversationContext {
  const system = SYSTEMS.map((key) => request[key]).find((value) => value !== undefined);
  return {
    ...{ wire, messages: request[LISTS[wire]] as object[] },
    ...(typeof request.model === "string" ? { model: request.model } : {}),
    ...(system === undefined ? {} : { system }),
    ...(Array.isArray(request.tools) ? { tools: request.tools } : {}),
  };
}

type Door = (wire: Wire, request: Request, provider: Provider) => Promise<Condensed>;

const library: Door = async (wire, request, provider) => {
  const { messages, fellBackFrom } = await condense(contextOf(wire, request), { provider });
  return { messages, failed: fellBackFrom };
};

const terminal: Door = async (wire, request, provider) => {
  const folder = temporaryFolder();
  const env = { XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder };
  const input = Buffer.from(JSON.stringify(request));
  const { stdout, stderr } = tamis(["condense", "--provider", provider, "--wire", wire], { env, cwd: folder, input });
  const failed = /^.*(?:took its place|were dropped|failed).*$/m.exec(stderr)?.[0];
  return { messages: (JSON.parse(stdout.toString("utf8")) as Request)[LISTS[wire]] as object[], failed };
};

/** What condensations at a door that tells nothing of them say of failures. */
function listen(): () => string | undefined {
  const failures: string[] = [];
  const stop = onCondensation((name, event) => {
    if (name === "condensation" && "fallback" in event && event.fallback !== undefined) failures.push(event.fallback);
  });
  onTestFinished(stop);
  return () => {
    stop();
    return failures[0];
  };
}

const session: Door = async (wire, request, provider) => {
  const failure = listen();
  const own = new ContextSession({ maxTokens: 200, onLimit: "condense", condensation: { provider } });
  await own.import(JSON.stringify(request), { replace: true, wire });
  await own.prompt(wire);
  return { messages: undefined, failed: failure() };
};

const gateway: Door = async (wire, request, provider) => {
  const failure = listen();
  const condensation = { enabled: true, provider, contextTokens: 1_000, autoCondenseContextPercent: 5 };
  const { url, upstream } = await startGateway(undefined, { policies: { default: { mode: "off" } }, condensation });
  await ask(url, PATHS[wire], { body: Buffer.from(JSON.stringify(request)) });
  const sent = JSON.parse(upstream.arrived[0]?.body.toString() ?? "{}") as Request;
  return { messages: sent[LISTS[wire]] as object[] | undefined, failed: failure() };
};

const page: Door = async (_, request, provider) => {
  const failure = listen();
  const { post, get } = await startPage();
  const { value } = await post<TryAnswer>("try", JSON.stringify(request));
  if (value.kind !== "request") return { messages: undefined, failed: "no request" };
  const compared = await post<CompareAnswer>("compare", { id: value.reduction.id, strategies: [provider] });
  const [column] = compared.value.columns;
  const { feedback } = await get<ReductionDetail>(`reductions/${column?.id}`);
  const isNamed = feedback.startsWith(`Context condensed using ${provider === "smart" ? "Smart" : "Native"} strategy:`);
  const failed = failure() ?? column?.problem;
  return {
    messages: undefined,
    failed: failed ?? (isNamed || feedback.includes("not condensed") ? undefined : feedback),
  };
};

export const DOORS: readonly [string, Door][] = [
  ["library", library],
  ["terminal", terminal],
  ["session", session],
  ["gateway", gateway],
  ["page", page],
];
