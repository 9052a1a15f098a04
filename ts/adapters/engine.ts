import { isUint8Array } from "node:util/types";
import { TamisError } from "../base/errors.js";
import { check, checkKeys, isCount, isFlag, isFunction } from "../base/option-check.js";
import type { Reduction, Report, Wire } from "../contract/report.js";
import { WIRE_NAMES } from "../contract/wires.js";
import { withDeadline } from "../llm/deadline.js";
import type { Reducer } from "../pipeline/create-reducer.js";
import { type Policy, type PolicyInput, resolvePolicy } from "../policy/policy.js";
import { decodeText, encodeText, openIntake, reduceIntake } from "../reduce/body-intake.js";
import { reduceBodyAsync, reduceRequest } from "../reduce/reduce.js";
import type { Endpoint } from "../wires/endpoints.js";
import type { PassReason } from "./headers.js";

/** What every adapter takes beside the policy. Nothing that a callback throws reaches the request. */
export interface AdapterOptions {
  /** The wire of all requests; default: as the path says, else by the body's shape. */
  wire?: Wire;
  /** Reduce requests that only count tokens, too, so that they count what would be sent. @default false */
  countTokens?: boolean;
  /** Fill `report.chars` and `report.tokens`. @default false */
  tokens?: boolean;
  /** The graduated pipeline, made by `createReducer`, instead of a policy: it may call a model to summarise. */
  reducer?: Reducer;
  /**
   * With `reducer` only: after this many milliseconds the request goes on as it came. A summary's own time limit is 30 s
   * by default, and has its reserve; this one comes after. @default 35000
   */
  timeoutMs?: number;
  /** Told of each request that was read, changed or not. */
  onReport?: (report: Report) => void;
  /** Told of each request to generate that was not read, and why. */
  onPass?: (reason: PassReason) => void;
  /** Told of a failure of the reduction; the request went on as it came. */
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

/** Of bodies that have to be put together first: 64 MiB. */
export const DEFAULT_MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Shorter texts are as soon reduced in JavaScript's memory. */
const BRIEF_FROM_UNITS = 32 * 1024;

const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** Reduces for an adapter, and never fails: what goes wrong is told, and the request goes on as it came. */
export interface Engine {
  /** Whether requests to this endpoint are reduced. */
  takes(endpoint: Endpoint | undefined): endpoint is Endpoint;
  /** The reduced request; undefined where it is to be sent as it came. */
  reduce<T extends Uint8Array | object>(request: T, endpoint: Endpoint, signal?: AbortSignal): Promise<T | undefined>;
  /** The same for a request as text. */
  reduceText(text: string, endpoint: Endpoint, signal?: AbortSignal): Promise<string | undefined>;
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
  const callOf = (endpoint: Endpoint): Call => {
    const chosen = wire ?? endpoint.wire;
    return {
      tokens,
      ...(chosen === undefined ? {} : { wire: chosen }),
      ...(endpoint.model === undefined ? {} : { model: endpoint.model }),
    };
  };
  const failOpen = async <T>(signal: AbortSignal | undefined, reduced: () => Promise<T | undefined>) => {
    try {
      return await reduced();
    } catch (error) {
      // The caller gave up: what it called tells it so.
      if (!signal?.aborted) failed(error);
      return undefined;
    }
  };
  const reduce: Engine["reduce"] = (request, endpoint, signal) =>
    failOpen(signal, async () => {
      const reduction = await run(request, callOf(endpoint), signal);
      quietly(() => onReport?.(reduction.report));
      return reduction.changed ? reduction.body : undefined;
    });
  return {
    takes: (endpoint): endpoint is Endpoint => endpoint !== undefined && (countTokens || endpoint.kind === "generate"),
    reduce,
    async reduceText(text, endpoint, signal) {
      const isLong = text.length >= BRIEF_FROM_UNITS && !signal?.aborted;
      const reduced =
        isLong && policy !== undefined && onReport === undefined
          ? await failOpen(signal, () => reduceBriefly(text, policy, callOf(endpoint)))
          : await reduce(encodeText(text), endpoint, signal);
      return reduced === undefined ? undefined : decodeText(reduced);
    },
    passed: (reason) => quietly(() => onPass?.(reason)),
    failed,
  };
}

/** Nobody asks for the report: the bytes need not be in JavaScript's memory before they are reduced. */
async function reduceBriefly(text: string, policy: Policy, call: Call): Promise<Uint8Array | undefined> {
  const intake = openIntake(text.length);
  intake.pushText(text);
  const { body, changed } = await reduceIntake(intake, policy, call, false);
  return changed ? body : undefined;
}

interface Call {
  wire?: Wire;
  model?: string;
  tokens: boolean;
}

type Run = <T extends Uint8Array | object>(
  request: T,
  call: Call,
  signal: AbortSignal | undefined,
) => Promise<Reduction<T>>;

/** Large bodies leave the JavaScript thread. */
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

/** A callback of the caller's must not break the caller's request. */
function quietly(run: () => void): void {
  try {
    run();
  } catch {
    // There is nobody left to tell.
  }
}
