import type { SummaryModel } from "../../llm/index.js";
import type { Policy, PolicyInput } from "../../policy/policy.js";
import { GATEWAY_SECTIONS } from "../../policy/toml.js";
import type { GatewaySections, GatewaySectionsInput, SummarizerSettings } from "./schema.js";

/** A policy by name. */
export interface NamedPolicy {
  policy: Policy;
  /** Writes summaries where the policy's budget is passed; undefined: this policy calls no model. */
  summarizer?: SummarizerSettings | undefined;
}

/** A checked configuration. */
export interface GatewaySettings extends Omit<GatewaySections, "summarizer"> {
  /** By name; there is always one called `default`. */
  policies: ReadonlyMap<string, NamedPolicy>;
}

/** What a caller writes: every key optional, in camelCase or snake_case. */
export interface GatewayInput extends GatewaySectionsInput {
  /** Policies by name; `default` is for requests that no route and no header gives another. */
  policies?: Record<string, GatewayPolicyInput>;
}

/** A policy of a gateway; with a budget and a summariser its requests take the whole pipeline. */
export type GatewayPolicyInput = PolicyInput & { summarizer?: SummarizerSettings };

/** Own summarisers, by the name of the policy: instead of a model at an upstream. */
export type Summarizers = Readonly<Record<string, SummaryModel>>;

/** Names of the tables of a `tamis.toml` that are not a policy's. */
export const SECTIONS = GATEWAY_SECTIONS;
