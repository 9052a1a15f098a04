import type { SummaryModel } from "../llm/index.js";
import { createReducer, type Reducer } from "../pipeline/create-reducer.js";
import { MemorySummaryStore } from "../pipeline/summary/store.js";
import { type Policy, withSettings } from "../policy/policy.js";
import { compileGlob, type GlobMatcher } from "../text/glob.js";
import { headerRule } from "./config/named-checks.js";
import type { GatewaySettings, NamedPolicy } from "./config/settings.js";
import { headerOf } from "./edge.js";
import type { SharedState } from "./shared/shared-state.js";

/** A policy that is ready for requests. */
export interface ReadyPolicy {
  name: string;
  policy: Policy;
  /** The same policy, set to report only. */
  observing: Policy;
  /** The whole pipeline, if the policy has a summariser. */
  pipeline?: { reducer: Reducer; deadlineMs: number } | undefined;
}

/** The facts by which a route is chosen. The model is read only if a route needs it, because that reads the body. */
export interface Facts {
  rawHeaders: readonly string[];
  model(): Promise<string | undefined>;
}

export interface PolicyChooser {
  byName(name: string): ReadyPolicy | undefined;
  /** The policy of every request that names none; undefined where it depends on the request. @default undefined */
  readonly only?: ReadyPolicy | undefined;
  /** The policy of the first route that fits, else `default`. */
  choose(facts: Facts): Promise<ReadyPolicy>;
}

/**
 * @param summaryModel Creates the model that writes a policy's summaries.
 * @param shared Where other gateways find them, too.
 */
export function createChooser(
  settings: GatewaySettings,
  summaryModel: (name: string, policy: NamedPolicy) => SummaryModel | undefined,
  shared?: SharedState,
): PolicyChooser {
  const ready = new Map<string, ReadyPolicy>();
  for (const [name, named] of settings.policies) {
    const model = summaryModel(name, named);
    const deadlineMs = named.summarizer?.deadlineMs ?? 10_000;
    const pipeline =
      model === undefined
        ? undefined
        : { reducer: createReducer({ policy: named.policy, summarize: model, ...storeOf(name, shared) }), deadlineMs };
    ready.set(name, { name, policy: named.policy, observing: observing(named.policy), pipeline });
  }
  const routes = settings.routes.map((route) => ({
    policy: ready.get(route.policy) as ReadyPolicy,
    model: route.model === undefined ? undefined : compileGlob(route.model),
    header: route.header === undefined ? undefined : headerOfRoute(route.header),
  }));
  const fallback = ready.get("default") as ReadyPolicy;
  return {
    byName: (name) => ready.get(name),
    only: routes.length === 0 ? fallback : undefined,
    async choose(facts) {
      for (const { policy, header, model } of routes) {
        if (header !== undefined && !header.fits(headerOf(facts.rawHeaders, header.name) ?? "")) continue;
        if (model === undefined || model((await facts.model()) ?? "")) return policy;
      }
      return fallback;
    },
  };
}

const storeOf = (name: string, shared: SharedState | undefined) =>
  shared === undefined ? {} : { summaryStore: shared.summaries(name, new MemorySummaryStore()) };

function headerOfRoute(text: string): { name: string; fits: GlobMatcher } {
  const { name, value } = headerRule(text);
  return { name, fits: compileGlob(value) };
}

const observing = (policy: Policy): Policy => withSettings(policy, { mode: "observe" });
