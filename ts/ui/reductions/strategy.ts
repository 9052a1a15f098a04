// One strategy carried out on one request: what came out, and its account.
import {
  type CondensationResult,
  type CondensationSettingsInput,
  condense,
  findProvider,
  providerNames,
  SmartCondensationProvider,
} from "../../condensation/index.js";
import type { Plan, Report, Wire } from "../../contract/report.js";
import { definePolicy, type Policy } from "../../policy/policy.js";
import { PRESETS } from "../../policy/presets.js";
import { planBody, reduceBody } from "../../reduce/reduce.js";
import type { JsonRecord } from "../../text/json-value.js";
import { WIRES } from "../../wires/index.js";
import { ApiError } from "../server/answers.js";

/** A request to try strategies on. */
export interface TrialRequest {
  body: Uint8Array;
  request: JsonRecord;
  wire: Wire;
  model?: string | undefined;
  host?: string | undefined;
  /** A login pays, which has limits and no bill. */
  isLogin?: boolean;
}

/** The model by whose prices a request counts; undefined where it has no bill. */
export const pricedModel = ({ model, isLogin }: TrialRequest): string | undefined => (isLogin ? undefined : model);

/** What a strategy made of a request. */
export type StrategyOutcome =
  | { kind: "policy"; sent: Uint8Array; report: Report; plan: Plan }
  | { kind: "condensation"; sent: JsonRecord; result: CondensationResult };

/** What strategies need beside the request. */
export interface StrategyContext {
  /** The policy in use. */
  policy: () => Policy;
  settings: () => CondensationSettingsInput;
  /** The mode whose settings count. */
  mode?: string | undefined;
}

/** What strategies are called: the policy in use, presets, and the ways to condense. */
export const CONFIGURED = "configured";
export const strategyNames = (): string[] => [CONFIGURED, ...PRESETS, ...providerNames()];

/** For people. */
export function strategyLabel(name: string): string {
  if (name === CONFIGURED) return "Policy in use";
  if (name === "native") return "Native (default)";
  if (name === "smart") return "Smart (improved)";
  return PRESETS.some((one) => one === name) ? `Policy: ${name}` : name;
}

/** A policy within a sentence. */
export const policyText = (strategy: string): string =>
  strategy === CONFIGURED ? "the policy in use" : `the policy ${strategy}`;

/** @throws ApiError for a name that is none; TamisError for messages that cannot be read */
export async function runStrategy(
  name: string,
  trial: TrialRequest,
  context: StrategyContext,
): Promise<StrategyOutcome> {
  const preset = PRESETS.find((one) => one === name);
  if (preset !== undefined) return runPolicy(definePolicy({ preset }), trial);
  if (name === CONFIGURED) return runPolicy(context.policy(), trial);
  if (findProvider(name) === undefined)
    throw new ApiError("invalid", `there is no strategy ${JSON.stringify(name)}; known: ${strategyNames().join(", ")}`);
  return condenseWith(name, trial, context);
}

function runPolicy(policy: Policy, { body, wire, model, host }: TrialRequest): StrategyOutcome {
  const options = {
    ...{ wire, tokens: "estimate" as const, explain: true, cost: true },
    ...(model === undefined ? {} : { model }),
    ...(host === undefined ? {} : { host }),
  };
  const { body: sent, report } = reduceBody(body, policy, options);
  return { kind: "policy", sent, report, plan: planBody(body, policy, options) };
}

const SYSTEMS = ["system", "systemInstruction", "system_instruction", "instructions"];

async function condenseWith(
  provider: string,
  { request, wire, model }: TrialRequest,
  { settings, mode }: StrategyContext,
): Promise<StrategyOutcome> {
  const { listKey } = WIRES.of(wire);
  const system = SYSTEMS.map((key) => request[key]).find((value) => value !== undefined);
  const context = {
    ...{ messages: request[listKey] as object[], wire },
    ...(model === undefined ? {} : { model }),
    ...(system === undefined ? {} : { system }),
    ...(Array.isArray(request.tools) ? { tools: request.tools } : {}),
    ...(mode === undefined ? {} : { mode }),
  };
  const options = { settings: settings(), provider };
  const result = await condense(context, options);
  const scores = provider === "smart" && result.error === undefined ? await scoresOf(context, options) : undefined;
  const explained = scores === undefined ? result : { ...result, report: { ...result.report, scores } };
  return { kind: "condensation", sent: { ...request, [listKey]: result.messages }, result: explained };
}

/** Scores are only told where they are asked for. */
async function scoresOf(
  context: Parameters<typeof condense>[0],
  options: Parameters<typeof condense>[1] & object,
): Promise<readonly unknown[] | undefined> {
  try {
    const { report } = await new SmartCondensationProvider({ explain: true }).condense(context, options);
    return report.scores;
  } catch {
    return undefined;
  }
}
