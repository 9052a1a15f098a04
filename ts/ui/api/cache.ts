/** Why the provider's cache did or did not have the beginning of a request. */
export interface CacheDiagnosis {
  /**
   * `hit`: it had what was sent before. `client_edit`: the client changed an earlier message. `tool_list`: the list of tools
   * changed. `system`: the system prompt changed. `model`: another model. `timeout`: too much time had passed. `our_move`: the
   * boundary of masking moved. `unmarked`: the client asked for no cache. `first`: nothing was sent before. `unknown`: none of
   * these.
   */
  cause:
    | "hit"
    | "client_edit"
    | "tool_list"
    | "system"
    | "model"
    | "timeout"
    | "our_move"
    | "unmarked"
    | "first"
    | "unknown";
  /** A sentence for people. */
  message: string;
  /** Tokens that the cache could have had and had not. */
  lostTokens: number;
  /** The first message that differs, 0-based; absent where none does. */
  messageIndex?: number;
}
