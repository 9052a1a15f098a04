/**
 * The documented keys of a policy, in the order of its page; `*` stands for a glob that the user writes. Every other key with
 * more than one value is experimental: it is written below `experimental`, in the same tables, and a release may change or
 * drop it.
 */
export const POLICY_GROUPS = {
  stays: [
    "mask.windowTurns",
    "mask.minChars",
    "mask.keepErrors",
    "mask.tools.*.windowTurns",
    "mask.tools.*.never",
    "roles",
    "pin",
  ],
  smaller: [
    "preset",
    "arrival.lineNumbers",
    "arrival.dedupe",
    "args.tools",
    "mask.digest",
    "mask.media",
    "mask.keepImages",
    "tools.schema",
    "tools.maxDescriptionChars",
  ],
  when: [
    "mode",
    "cache.strategy",
    "cache.rent",
    "cache.thinking",
    "budget.tokens",
    "budget.bytes",
    "budget.images",
    "summarize.enabled",
  ],
  written: ["mask.placeholder.template", "restore.handles", "restore.key"],
} as const;

/** Facts that a policy may bring, which are no choices; documented too. */
export const FACTS = ["models"] as const;

export const DOCUMENTED_KEYS: readonly string[] = [...Object.values(POLICY_GROUPS).flat(), ...FACTS];

/** The table of the keys that are not documented. */
export const EXPERIMENTAL = "experimental";
