import type { ConversationContext } from "./context.js";
import type { CondensationOptions } from "./options.js";
import type { CondensationResult, TokenEstimate } from "./result.js";

/**
 * Condenses conversations. A provider never changes its input, and reports as data why it could not condense. What it
 * throws, or returns in a wrong shape, makes its caller fall back. Source: requirements document 003, FR-PA-001.
 */
export interface ContextCondensationProvider {
  /** Name in settings: small letters, digits and `-`. */
  readonly name: string;
  /** A sentence for people. */
  readonly description: string;
  /** The provider's version. */
  readonly version: string;
  /**
   * Condenses a conversation.
   *
   * @throws `AbortError` once the signal is aborted; TamisError `OPTION_INVALID` for messages that cannot be read.
   */
  condense(context: ConversationContext, options: CondensationOptions): Promise<CondensationResult>;
  /** Whether it has a phase that loses nothing. */
  supportsLossless(): boolean;
  /** Whether it treats types of content in different ways. */
  supportsContentTypeAwareness(): boolean;
  /** Whether `customCondensingPrompt` has an effect. */
  supportsCustomPrompts(): boolean;
  /** What a condensation with default settings is likely to do. Calls no model. */
  estimateReduction(context: ConversationContext): Promise<TokenEstimate>;
}
