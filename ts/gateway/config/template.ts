import { snakeCase } from "../../shape/spelling.js";
import gateway from "./json-schema.json" with { type: "json" };

interface Described {
  description?: string;
  default?: unknown;
  enum?: readonly string[];
  properties?: Record<string, Described>;
}

/** A table with what each key is for, its values where they are few, and its default. */
function table(name: keyof typeof gateway.properties): string {
  const { description, properties = {} }: Described = gateway.properties[name];
  const keys = Object.entries(properties).map(([key, { description, default: value = "…", enum: few }]) => {
    const values = few === undefined ? "" : ` (${few.map((one) => JSON.stringify(one)).join(", ")})`;
    return `# ${description}${values}\n# ${snakeCase(key)} = ${JSON.stringify(value)}`;
  });
  return [`# ${description}`, `[${name}]`, ...keys].join("\n");
}

/** The file that `tamis config init` writes: every section with its defaults, commented out. */
export const CONFIG_TEMPLATE = `#:schema ./tamis.schema.json
# Configuration of Tamis; every key is optional. docs/gateway.md and docs/policy.md explain them.
# Running gateways take changes at once. Check the file with: tamis config validate FILE

# ---- The default policy: what is done to requests -------------------------------------------------------------------

# What holds where nothing else is given: "none" (masks alone), "safe", "balanced" or "strong".
# preset = "balanced"

# Newest tool turns whose results stay as they are, and the least length of a result that is masked, in chars.
[mask]
# window_turns = 2
# min_chars = 256
# keep_errors = true

# Tools whose results stay.
# [mask.tools.ask_user]
# never = true

# When more is masked: "auto" (when it pays), "every-turn", or "off".
[cache]
# strategy = "auto"

# ---- The gateway ----------------------------------------------------------------------------------------------------

${table("gateway")}

# No request can name an address.
${table("upstreams")}

# One more upstream instead of "named = {}": requests to /groq/v1/…, and those for its models, go there with its own key.
#   [upstreams.named.groq]
#   url = "https://api.groq.com/openai/v1"
#   provider = "openai"          # whose API
#   models = ["llama-*"]         # also: header = "x-upstream: groq"
#   key_env = "GROQ_API_KEY"     # or client_key = true: the caller's credential goes there

${table("limits")}

# Who may ask the gateway itself, for what it counts or to have rows reduced (docs/integrations).
# [keys.litellm]
# token_env = "TAMIS_KEY_LITELLM"   # the token, or sha256: and its SHA-256

# Several gateways that share what they know of conversations, through Redis or Valkey.
# [shared]
# redis_url = "redis://127.0.0.1:6379"   # an address with a password is in TAMIS_REDIS_URL instead

${table("run")}

# ---- Condensing conversations that near their limit (docs/condensation.md) ------------------------------------------

[condensation]
# enabled = false                # true: the gateway condenses before it reduces
# provider = "native"            # or "smart"
# auto_condense_context_percent = 100
# context_tokens = 200000        # of models whose limit is not known
# target_reduction_percent = 50  # smart
#
# [condensation.modes.code]      # requests with x-tamis-mode: code
# provider = "smart"
#
# [condensation.summarizer]      # a model that writes summaries
# upstream = "openai"
# model = "gpt-5-mini"
# api_key_env = "OPENAI_API_KEY"

# For GET /v1/retrieve/HANDLE and the tool tamis_retrieve.
${table("originals")}

# ---- Other policies, and which requests get them --------------------------------------------------------------------

# [policies.careful.mask]
# window_turns = 20
#
# [[routes]]
# model = "claude-*"             # also, or instead: header = "x-team: a*"
# policy = "careful"

# A policy with a budget may have summaries written where masking alone does not get below it.
# [policies.long.budget]
# tokens = 100000
#
# [policies.long.summarizer]
# upstream = "openai"            # or "anthropic"
# model = "gpt-5-mini"
# api_key_env = "OPENAI_API_KEY"
# deadline_ms = 10000            # after it the request goes as it came
`;
