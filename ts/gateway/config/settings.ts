import type { SummaryModel } from "../../llm/index.js";
import type { Policy, PolicyInput } from "../../policy/policy.js";
import { GATEWAY_SECTIONS } from "../../policy/toml.js";
import type { GatewayCondensation, GatewayCondensationInput } from "../condense/section.js";
import type { SummarizerSettings } from "./parts.js";
import type { GatewaySections, GatewaySectionsInput } from "./settings-types.js";

/** A policy by name. */
export interface NamedPolicy {
  /** The policy itself. */
  policy: Policy;
  /** Writes summaries above the policy's budget. If undefined, this policy calls no model. */
  summarizer?: SummarizerSettings | undefined;
}

/** A checked configuration. */
export interface GatewaySettings extends Omit<GatewaySections, "summarizer"> {
  /** Policies by name. One is always called `default`. */
  policies: ReadonlyMap<string, NamedPolicy>;
  /** Whether and how conversations are condensed. */
  condensation: GatewayCondensation;
}

/** A caller's input: every key is optional, in camelCase or snake_case. */
export interface GatewayInput extends GatewaySectionsInput {
  /**
   * Policies by name; `default` is for requests that no route and no header gives another. @default the default policy,
   * as `default`
   */
  policies?: Record<string, GatewayPolicyInput>;
  /** Whether and how conversations that near their limit are condensed. @default they are not */
  condensation?: GatewayCondensationInput;
}

/** A policy of a gateway; with a budget and a summariser its requests take the whole pipeline. */
export type GatewayPolicyInput = PolicyInput & {
  /** The model that writes this policy's summaries. @default none: summaries are extracts */
  summarizer?: GatewaySectionsInput["summarizer"];
};

/** The caller's summarisers by policy name; they replace models at an upstream. */
export type Summarizers = Readonly<Record<string, SummaryModel>>;

/** Names of those tables of a `tamis.toml` that are not a policy's. */
export const SECTIONS = GATEWAY_SECTIONS;
