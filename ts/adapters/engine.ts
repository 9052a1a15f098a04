import { isUint8Array } from "node:util/types";
import { TamisError } from "../base/errors.js";
import { check, checkKeys, isCount, isFlag, isFunction } from "../base/option-check.js";
import type { ReduceOptions } from "../contract/backend.js";
import type { Reduction, Report, Wire } from "../contract/report.js";
import { WIRE_NAMES } from "../contract/wires.js";
import { withDeadline } from "../llm/deadline.js";
import type { Reducer } from "../pipeline/create-reducer.js";
import { type Policy, type PolicyInput, resolvePolicy } from "../policy/policy.js";
import { decodeText, encodeText, openIntake, reduceIntake } from "../reduce/body-intake.js";
import { type Sent, toSend } from "../reduce/drop-thinking.js";
import { reduceBodyAsync, reduceRequest } from "../reduce/reduce.js";
import type { RequestSession } from "../reduce/session/request.js";
import type { Endpoint } from "../wires/endpoints.js";
import type { PassReason } from "./headers.js";

/** Options of every adapter, in addition to the policy. An error in a callback never reaches the request. */
export interface AdapterOptions {
  /** The wire of all requests. @default as the path says, else by the body's shape */
  wire?: Wire;
  /** Also reduce requests that only count tokens, so that they count what would be sent. @default false */
  countTokens?: boolean;
  /** Fill `report.chars` and `report.tokens`. @default false */
  tokens?: boolean;
  /**
   * The graduated pipeline, made by `createReducer`, instead of a policy: it may call a model to summarise. @default
   * none: the policy alone
   */
  reducer?: Reducer;
  /**
   * With `reducer` only: after this many milliseconds the request is sent unchanged. A summary has its own time limit,
   * 30 s by default, with a fallback; this limit comes after it. @default 35000
   */
  timeoutMs?: number;
  /** Called after each request that was read, changed or not. @default none */
  onReport?: (report: Report) => void;
  /** Called for each request to generate that was not read, with the reason. @default none */
  onPass?: (reason: PassReason) => void;
  /** Called after a failure of the reduction; the request went on as it came. @default none */
  onError?: (error: unknown) => void;
}

const OPTIONS: readonly (keyof AdapterOptions)[] = [
  "wire",
  "countTokens",
  "tokens",
  "reducer",
  "timeoutMs",
  "onReport",
  "onPass",
  "onError",
];

const DEFAULT_TIMEOUT_MS = 35_000;

/** The limit for bodies that arrive in pieces: 64 MiB. */
export const DEFAULT_MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Shorter texts are reduced as fast in JavaScript's memory. */
const BRIEF_FROM_UNITS = 32 * 1024;

const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** Reduces for an adapter and never fails: it reports an error, and the request is sent unchanged. */
export interface Engine {
  /** The policy by which it reduces; that of a reducer is not known, and counts as the library's. */
  readonly policy: Policy;
  /** Whether requests to this endpoint are reduced. */
  takes(endpoint: Endpoint | undefined): endpoint is Endpoint;
  /** The reduced request; undefined if the original is to be sent. */
  reduce<T extends Uint8Array | object>(
    request: T,
    endpoint: Endpoint,
    signal?: AbortSignal,
  ): Promise<Sent<T> | undefined>;
  /** Works like `reduce`, for a request whose conversation is known. */
  reduceIn(session: RequestSession, endpoint: Endpoint, signal?: AbortSignal): Promise<Sent | undefined>;
  /** Works like `reduce`, for a request as text. */
  reduceText(text: string, endpoint: Endpoint, signal?: AbortSignal): Promise<Sent<string> | undefined>;
  passed(reason: PassReason): void;
  failed(error: unknown): void;
}

/**
 * @param alsoValid Names of further options, which the adapter checks.
 * @throws TamisError `POLICY_INVALID`, `OPTION_INVALID`: at once, not at the first request.
 */
export function createEngine(
  policyInput: PolicyInput | Policy | undefined,
  options: AdapterOptions,
  alsoValid: readonly string[] = [],
): Engine {
  checkKeys(options, [...OPTIONS, ...alsoValid]);
  checkAdapterOptions(policyInput, options);
  const { wire, tokens = false, countTokens = false, reducer, onReport, onPass, onError } = options;
  const policy = reducer === undefined ? resolvePolicy(policyInput) : undefined;
  const run = policy === undefined ? byReducer(reducer as Reducer, options) : byPolicy(policy);
  const failed = (error: unknown) => quietly(() => onError?.(error));
  const callOf = (endpoint: Endpoint): Call => callTo(endpoint, wire, tokens);
  const failOpen = async <T>(signal: AbortSignal | undefined, reduced: () => Promise<T | undefined>) => {
    try {
      return await reduced();
    } catch (error) {
      // The caller aborted and learns it from its own request.
      if (!signal?.aborted) failed(error);
      return undefined;
    }
  };
  const reduce: Engine["reduce"] = (request, endpoint, signal) =>
    failOpen(signal, async () => {
      const reduction = await run(request, callOf(endpoint), signal);
      quietly(() => onReport?.(reduction.report));
      return ifReplaced(toSend(reduction));
    });
  return {
    policy: policy ?? resolvePolicy(undefined),
    takes: (endpoint): endpoint is Endpoint => endpoint !== undefined && (countTokens || endpoint.kind === "generate"),
    reduce,
    async reduceIn(session, endpoint, signal) {
      const reduced = await failOpen(signal, async () => {
        const call = callOf(endpoint);
        const made =
          policy === undefined ? await inTrial(session, run, call, signal) : await session.reduce(policy, call, signal);
        quietly(() => onReport?.(made.report));
        return made;
      });
      if (reduced === undefined)
        return signal?.aborted ? undefined : await failOpen(signal, async () => session.leave(signal));
      return ifReplaced(reduced);
    },
    async reduceText(text, endpoint, signal) {
      const isLong = text.length >= BRIEF_FROM_UNITS && !signal?.aborted;
      const reduced =
        isLong && policy !== undefined && onReport === undefined
          ? await failOpen(signal, () => reduceBriefly(text, policy, callOf(endpoint)))
          : await reduce(encodeText(text), endpoint, signal);
      return reduced && { ...reduced, body: decodeText(reduced.body) };
    },
    passed: (reason) => quietly(() => onPass?.(reason)),
    failed,
  };
}

function callTo({ wire, model, host }: Endpoint, ownWire: Wire | undefined, tokens: boolean): Call {
  const chosen = ownWire ?? wire;
  return {
    tokens,
    ...(chosen === undefined ? {} : { wire: chosen }),
    ...(model === undefined ? {} : { model }),
    ...(host === undefined ? {} : { host }),
  };
}

/** Used when no caller wants the report: the bytes then need not be in JavaScript's memory before they are reduced. */
async function reduceBriefly(text: string, policy: Policy, call: Call): Promise<Sent | undefined> {
  const intake = openIntake(text.length);
  intake.pushText(text);
  return ifReplaced(toSend(await reduceIntake(intake, policy, call, false)));
}

const ifReplaced = <T extends Sent<unknown>>(sent: T): T | undefined => (sent.replaced ? sent : undefined);

/** Its session remembers the request only if the reducer comes to an end. */
async function inTrial(session: RequestSession, run: Run, call: Call, signal: AbortSignal | undefined) {
  const { options, settle } = session.trial();
  const reduction = await run(session.body, { ...call, ...options }, signal);
  await settle();
  return { ...toSend(reduction), report: reduction.report };
}

interface Call extends Pick<ReduceOptions, "session" | "tenant"> {
  wire?: Wire;
  model?: string;
  host?: string;
  tokens: boolean;
}

type Run = <T extends Uint8Array | object>(
  request: T,
  call: Call,
  signal: AbortSignal | undefined,
) => Promise<Reduction<T>>;

/** Large bodies are reduced off the JavaScript thread. */
function byPolicy(policy: Policy): Run {
  return async <T extends Uint8Array | object>(request: T, call: Call, signal: AbortSignal | undefined) => {
    const reduction = isUint8Array(request)
      ? await reduceBodyAsync(request, policy, signal === undefined ? call : { ...call, signal })
      : reduceRequest(request, policy, call);
    return reduction as unknown as Reduction<T>;
  };
}

function byReducer(reducer: Reducer, { timeoutMs = DEFAULT_TIMEOUT_MS }: AdapterOptions): Run {
  return (request, call, signal) =>
    withDeadline((deadline) => reducer.reduce(request, { ...call, signal: deadline }), { timeoutMs, signal });
}

function checkAdapterOptions(policy: PolicyInput | Policy | undefined, options: AdapterOptions): void {
  check(
    "wire",
    options.wire ?? WIRE_NAMES[0],
    (wire) => WIRE_NAMES.includes(wire as Wire),
    `one of ${WIRE_NAMES.join(", ")}`,
  );
  for (const name of ["countTokens", "tokens"] as const) check(name, options[name] ?? false, isFlag, "true or false");
  for (const name of ["onReport", "onPass", "onError"] as const)
    check(name, options[name] ?? quietly, isFunction, "a function");
  const { timeoutMs = DEFAULT_TIMEOUT_MS, reducer } = options;
  const isTimeout = (value: unknown) => isCount(1)(value) && Number(value) <= LONGEST_TIMEOUT_MS;
  check("timeoutMs", timeoutMs, isTimeout, `whole milliseconds from 1 to ${LONGEST_TIMEOUT_MS}`);
  if (reducer === undefined) return;
  check("reducer", reducer, (value) => isFunction((value as Partial<Reducer> | null)?.reduce), "a reducer");
  if (policy === undefined) return;
  throw new TamisError("OPTION_INVALID", "options.reducer: has a policy of its own; give the policy to createReducer");
}

/** Catches errors, so that a caller's callback cannot break the caller's request. */
export function quietly(run: () => void): void {
  try {
    run();
  } catch {
    // No other callback could report this error.
  }
}
