// Every door by which a user's conversation is condensed, as one function of a request and a provider.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type ConversationContext, condense, onCondensation } from "../../ts/condensation/index.js";
import type { Wire } from "../../ts/contract/report.js";
import type { GatewayInput } from "../../ts/gateway/index.js";
import { ContextSession } from "../../ts/session/index.js";
import type { CompareAnswer, ReductionDetail, TryAnswer } from "../../ts/ui/api.js";
import { tamis } from "../cli/run-cli.js";
import { PATHS } from "../gateway/requests.js";
import { ask, startGateway } from "../gateway/start.js";
import { temporaryFolder } from "../support/folder.js";
import { LIST_KEYS } from "../support/wire-shapes.js";
import { startPage } from "../ui/start-page.js";
import { providerOf } from "./plug-in.js";
import { readingConversation } from "./readings.js";

/** A request of a wire, as a client sends it. */
export type Request = Record<string, unknown>;

/** What came out at a door. */
export interface Condensed {
  /** The messages; undefined where the door shows none. */
  messages: readonly object[] | undefined;
  /** The provider that failed, or why nothing came out. */
  failed: string | undefined;
}

const SYSTEMS = ["system", "systemInstruction", "system_instruction", "instructions"];

/** A request as the library is given it. */
export function contextOf(wire: Wire, request: Request): ConversationContext {
  const system = SYSTEMS.map((key) => request[key]).find((value) => value !== undefined);
  return {
    ...{ wire, messages: request[LIST_KEYS[wire]] as object[] },
    ...(typeof request.model === "string" ? { model: request.model } : {}),
    ...(system === undefined ? {} : { system }),
    ...(Array.isArray(request.tools) ? { tools: request.tools } : {}),
  };
}

/** What became of a body that cannot be read. */
export interface Refused {
  /** Whether the original is as it was: passed on byte for byte, or untouched. */
  isIntact: boolean;
  /** Why nothing was condensed, as the user reads it; undefined where the door says nothing. */
  message: string | undefined;
}

/** A door, opened for one test. */
export interface Door {
  condense(wire: Wire, request: Request, provider: string): Promise<Condensed>;
  refuse(wire: Wire, body: Buffer): Promise<Refused>;
}

/** A plug-in that fails. */
export const BROKEN = providerOf("broken", () => Promise.reject(new Error("boom")));

/** The same as a file that the configuration in a folder names. */
function addBroken(folder: string): void {
  const file = join(folder, "broken.mjs");
  mkdirSync(join(folder, "tamis"), { recursive: true });
  writeFileSync(
    file,
    `const no = () => false; const fail = () => Promise.reject(new Error("boom"));
export default { name: "broken", description: "x", version: "1", supportsLossless: no, supportsContentTypeAwareness: no,
  supportsCustomPrompts: no, condense: fail, estimateReduction: fail };`,
  );
  writeFileSync(join(folder, "tamis", "tamis.toml"), `[condensation]\nplugins = ["${file}"]\n`);
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

const library = (): Door => ({
  async condense(wire, request, provider) {
    const { messages, fellBackFrom, report } = await condense(contextOf(wire, request), { provider });
    const failed = fellBackFrom && (report.notes[0]?.message ?? fellBackFrom);
    return { messages, failed };
  },
  async refuse(wire, body) {
    const messages = (parsed(body) as Request | undefined)?.[LIST_KEYS[wire]] as object[];
    const [first] = Array.isArray(messages) ? messages : [];
    const refused = await condense({ wire, messages }, { provider: "smart" }).then(() => undefined, textOf);
    return { isIntact: !Array.isArray(messages) || messages[0] === first, message: refused };
  },
});

const terminal = (): Door => {
  const run = (wire: Wire, input: Buffer, provider: string) => {
    const folder = temporaryFolder();
    const env = { XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder };
    if (provider === BROKEN.name) addBroken(folder);
    return tamis(["condense", "--provider", provider, "--wire", wire], { env, cwd: folder, input });
  };
  return {
    async condense(wire, request, provider) {
      const { stdout, stderr } = run(wire, Buffer.from(JSON.stringify(request)), provider);
      const failed = /^.*(?:took its place|were dropped|failed).*$/m.exec(stderr)?.[0];
      return { messages: (JSON.parse(stdout.toString("utf8")) as Request)[LIST_KEYS[wire]] as object[], failed };
    },
    async refuse(wire, body) {
      const { status, stdout, stderr } = run(wire, body, "smart");
      const isClear = status === 1 && !/ at .*\.js:\d|panick/.test(stderr);
      return { isIntact: stdout.equals(body), message: isClear ? /^tamis: (.*)$/m.exec(stderr)?.[1] : undefined };
    },
  };
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

const session = (): Door => ({
  async condense(wire, request, provider) {
    const failure = listen();
    const own = new ContextSession({ maxTokens: 200, onLimit: "condense", condensation: { provider } });
    await own.import(JSON.stringify(request), { replace: true, wire });
    await own.prompt(wire);
    return { messages: undefined, failed: failure() };
  },
  async refuse(wire, body) {
    const own = new ContextSession({ maxTokens: 2_000, onLimit: "condense", condensation: { provider: "smart" } });
    await own.import(JSON.stringify({ [LIST_KEYS[wire]]: readingConversation(wire, []) }), { replace: true, wire });
    const before = own.export();
    const message = await own.import(body, { replace: true, wire }).then(() => undefined, textOf);
    return { isIntact: own.export() === before, message };
  },
});

const gateway = (): Door => {
  const started = new Map<string, ReturnType<typeof startGateway>>();
  // With the policies that users have: these name what cannot be read.
  const at = (provider: string, policies: GatewayInput["policies"] = {}) => {
    const condensation = { enabled: true, provider, contextTokens: 1_000, autoCondenseContextPercent: 5 };
    const config = { policies, condensation } as GatewayInput;
    const found = started.get(provider) ?? startGateway(undefined, config);
    started.set(provider, found);
    return found;
  };
  const send = async (wire: Wire, body: Buffer, provider: string, policies?: GatewayInput["policies"]) => {
    const { url, upstream, log } = await at(provider, policies);
    const [before, logged] = [upstream.arrived.length, log().length];
    const headers = { "content-type": "application/json" };
    const answer = await ask(url, PATHS[wire], { body: new Uint8Array(body), headers });
    const sent = upstream.arrived.slice(before).map((one) => one.body);
    return { sent, skipped: answer.headers.get("x-tamis-skipped"), log: log().slice(logged) };
  };
  return {
    async condense(wire, request, provider) {
      const failure = listen();
      const { sent } = await send(wire, Buffer.from(JSON.stringify(request)), provider, { default: { mode: "off" } });
      const messages = (JSON.parse(sent[0]?.toString() ?? "{}") as Request)[LIST_KEYS[wire]];
      return { messages: messages as object[] | undefined, failed: failure() };
    },
    async refuse(wire, body) {
      const { sent, skipped, log } = await send(wire, body, "smart");
      const reason = /"reason":"((?:[^"\\]|\\.)*)","msg":"a conversation was not condensed"/.exec(log)?.[1];
      return { isIntact: sent.length === 1 && sent[0]?.equals(body) === true, message: reason ?? skipped ?? undefined };
    },
  };
};

const page = (): Door => {
  const started = startPage();
  return {
    async condense(_, request, provider) {
      const failure = listen();
      const { post, get } = await started;
      const { value } = await post<TryAnswer>("try", JSON.stringify(request));
      if (value.kind !== "request") return { messages: undefined, failed: "no request" };
      const compared = await post<CompareAnswer>("compare", { id: value.reduction.id, strategies: [provider] });
      const [column] = compared.value.columns;
      const { feedback } = await get<ReductionDetail>(`reductions/${column?.id}`);
      const label = `${provider.charAt(0).toUpperCase()}${provider.slice(1)}`;
      const isNamed = feedback.startsWith(`Context condensed using ${label} strategy:`);
      const failed = failure() ?? column?.problem;
      return {
        messages: undefined,
        failed: failed ?? (isNamed || feedback.includes("not condensed") ? undefined : feedback),
      };
    },
    async refuse(_, body) {
      const { post } = await started;
      const { status, value } = await post<{ error?: { message: string } }>("try", body.toString("utf8"));
      // The page has a copy of what is pasted.
      return { isIntact: status === 422, message: value.error?.message };
    },
  };
};

export const DOORS: readonly [string, () => Door][] = [
  ["library", library],
  ["terminal", terminal],
  ["session", session],
  ["gateway", gateway],
  ["page", page],
];
