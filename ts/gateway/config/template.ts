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

[gateway]
# host = "127.0.0.1"
# port = 7337
# tls_cert = "cert.pem"          # with tls_key: listen by TLS
# tls_key = "key.pem"
# allowed_hosts = []             # more names that the Host header may have, and origins of pages (https://…) that may ask
# mode = "reduce"                # "observe": report and count only
# holdout_percent = 0            # conversations that go as they came, to compare the others with
# diagnose_cache = false         # true: why providers' caches had the beginnings of requests, or not
# keep_alive_usd = 0             # most dollars for renewing the cache of one idle conversation; 0: never
# log_level = "info"             # debug, info, warn, error, silent
# session_file = "sessions.json" # what is remembered of conversations outlives the gateway there
# no_store = false               # true: nothing with text of a request is kept
# page = true                    # a page at / : on loopback, elsewhere only with a token in TAMIS_PAGE_TOKEN
# own_paths = true               # /metrics, /stats, /v1/compress; beyond loopback they need a key ([keys])
# drain_delay_ms = 0             # /readyz answers 503 this long before it stops listening; behind a load balancer: 10000
# drain_ms = 30000

# Where requests go. No request can name an address.
[upstreams]
# openai = "https://api.openai.com"
# anthropic = "https://api.anthropic.com"
# gemini = "https://generativelanguage.googleapis.com"
# named = {}                     # [upstreams.named.NAME]: /NAME/… goes there, and what models and header say

# One more upstream instead of "named = {}": requests to /groq/v1/…, and those for its models, go there with its own key.
#   [upstreams.named.groq]
#   url = "https://api.groq.com/openai/v1"
#   provider = "openai"          # whose API
#   models = ["llama-*"]         # also: header = "x-upstream: groq"
#   key_env = "GROQ_API_KEY"     # or client_key = true: the caller's credential goes there

[limits]
# body_bytes = 67108864          # largest body, as it came and decoded
# in_flight_bytes = 536870912    # of all bodies held at one time
# first_byte_ms = 600000         # at most 10 seconds of it to connect
# idle_ms = 300000               # longest pause within an answer
# concurrent_requests = 0        # of one caller, known by its key or its credential; 0: no limit

# Who may ask the gateway itself, for what it counts or to have rows reduced (docs/integrations).
# [keys.litellm]
# token_env = "TAMIS_KEY_LITELLM"   # the token, or sha256: and its SHA-256

# Several gateways that share what they know of conversations, through Redis or Valkey.
# [shared]
# redis_url = "redis://127.0.0.1:6379"   # an address with a password is in TAMIS_REDIS_URL instead

# What the launches of agents do (docs/agents).
[run]
# cache_lifetime = "auto"        # "client": how long the prompt cache is kept is the agent's choice

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

# Originals of replaced results, for GET /v1/retrieve/HANDLE and the tool tamis_retrieve.
[originals]
# store = "off"                  # "memory", "sqlite", "files", or "redis" (that of [shared])
# path = "originals.db"          # the file of "sqlite", or the folder of "files"
# encryption_key_env = "TAMIS_ORIGINALS_KEY"   # 32 bytes: what is kept is encrypted
# ttl_ms = 86400000
# max_bytes = 268435456
# tenants = "credential"         # "one": all callers are one, for keys that change
# intercept = false              # true: answer the model's calls of tamis_retrieve here

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
