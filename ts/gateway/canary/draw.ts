import { createHash } from "node:crypto";
import { compileGlob, type GlobMatcher } from "../../text/glob.js";
import type { CanaryRule } from "./schema.js";

/**
 * What a conversation is for its rule: `canary`: reduced by what is tried; `stable`: by the policy that it had anyway;
 * `holdout`: sent as it came.
 */
export type CanaryGroup = "canary" | "stable" | "holdout";

/** What a rule goes by. */
export interface CanaryFacts {
  team: string | undefined;
  key: string | undefined;
  /** The name of the policy that routes have chosen. */
  policy: string;
  /** Reads the model's name, which a body may have to be searched for. */
  model(): Promise<string | undefined>;
}

/** A rule, ready for requests. */
export class CompiledRule {
  readonly rule: CanaryRule;
  readonly #seed: string;
  readonly #team: GlobMatcher | undefined;
  readonly #key: GlobMatcher | undefined;
  readonly #policy: GlobMatcher | undefined;
  readonly #model: GlobMatcher | undefined;

  constructor(rule: CanaryRule, seed: string) {
    this.rule = rule;
    this.#seed = seed;
    this.#team = globOf(rule.team);
    this.#key = globOf(rule.key);
    this.#policy = globOf(rule.policy);
    this.#model = globOf(rule.model);
  }

  /** Whether it is for a request. The model is asked last. */
  async fits({ team, key, policy, model }: CanaryFacts): Promise<boolean> {
    const fits = (glob: GlobMatcher | undefined, value: string | undefined) => glob === undefined || glob(value ?? "");
    if (!fits(this.#team, team) || !fits(this.#key, key) || !fits(this.#policy, policy)) return false;
    return this.#model === undefined || this.#model((await model()) ?? "");
  }

  /** The group of those that are neither canary nor held out. */
  get rest(): "stable" | "holdout" {
    return this.rule.use === undefined ? "holdout" : "stable";
  }

  /**
   * The group of a conversation: always the same one. A larger share keeps the conversations that a smaller one had.
   *
   * @param conversation Any text that is the conversation's own.
   */
  groupOf(conversation: string): CanaryGroup {
    const { name, sharePercent, holdoutPercent } = this.rule;
    const place = percentOf(`${this.#seed}\0${name}\0${conversation}`);
    if (place < holdoutPercent) return "holdout";
    return place >= 100 - sharePercent ? "canary" : this.rest;
  }
}

const globOf = (pattern: string | undefined): GlobMatcher | undefined =>
  pattern === undefined ? undefined : compileGlob(pattern);

const HASH_BYTES = 6;

/** From 0 to below 100, spread evenly over texts. */
const percentOf = (text: string): number =>
  (createHash("sha256").update(text).digest().readUIntBE(0, HASH_BYTES) / 2 ** (8 * HASH_BYTES)) * 100;
