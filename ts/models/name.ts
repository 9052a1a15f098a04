// A model's own name, whatever a host, a router or a library wrote around it:
//
//   openrouter/anthropic/claude-sonnet-4.5:thinking        claude-sonnet-4-5
//   us.anthropic.claude-sonnet-4-5-20250929-v1:0           claude-sonnet-4-5-20250929
//   projects/p/locations/l/…/models/gemini-2.5-pro         gemini-2.5-pro
//   ft:gpt-4o-mini-2024-07-18:acme::abc                    gpt-4o-mini-2024-07-18
//   claude-opus-4-6@20260205[1m]                           claude-opus-4-6-20260205
import {
  DOTTED_VENDORS,
  FAMILIES,
  type Family,
  HOSTS,
  type Host,
  LONG_CONTEXT,
  UNPRICED_HOSTS,
  VARIANTS,
} from "./name-parts.js";

export interface ModelName {
  /** The model's own name, in lower case (ASCII): family, version and date. */
  own: string;
  /** The last part of the path, as it was given. */
  last: string;
  /** The part before it; `""` where there is none. */
  before: string;
  /** All parts but the first; `""` where there is one. */
  inHost: string;
  /** The host that the name says; undefined where it says none, or none that is known. */
  host: Host | undefined;
  /** Whether the name says a host whose prices are not known. */
  isUnpriced: boolean;
  /** Whose model it is; undefined for an unknown family. */
  family: Family | undefined;
  /** Whether the price is that of the model, none, or another one. */
  variant: "same" | "free" | "other";
  isFineTuned: boolean;
  /** The context limit that the name itself says, in tokens. */
  contextTokens: number | undefined;
}

/** The most recent name: the next one is mostly the same. */
let known: { model: string; name: ModelName } | undefined;

/** Reads a model's name. Linear in its length. */
export function readModelName(model: string): ModelName {
  if (known?.model !== model) known = { model, name: read(model) };
  return known.name;
}

/** The model's own name, in lower case; see {@link ModelName.own}. */
export const ownName = (model: string): string => readModelName(model).own;

function read(model: string): ModelName {
  const parts = lowerCase(trim(model)).split("/");
  const last = parts.at(-1) ?? "";
  const [plain, variant] = cutVariant(last);
  const { name, isLong, isFineTuned } = cutMarks(plain);
  const dotted = cutVendor(name);
  const own = toOwn(dotted, dotted !== name);
  const prefix = parts.length > 1 ? parts[0] : dotted !== name ? "bedrock" : undefined;
  return {
    own,
    last,
    before: parts.at(-2) ?? "",
    inHost: parts.slice(1).join("/"),
    host: HOSTS.find(({ prefixes }) => prefix !== undefined && (prefixes.includes(prefix) || isArn(prefix, prefixes))),
    isUnpriced: (prefix !== undefined && UNPRICED_HOSTS.includes(prefix)) || isLocal(last),
    family: FAMILIES.find(({ names }) => names.some((start) => own.startsWith(start))),
    variant,
    isFineTuned,
    contextTokens: isLong ? LONG_CONTEXT.contextTokens : undefined,
  };
}

const lowerCase = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
const trim = (text: string): string => text.replace(/^[\t\n\f\r ]+/, "").replace(/[\t\n\f\r ]+$/, "");

/** `arn:aws:bedrock:us-east-1:123:inference-profile`. */
const isArn = (prefix: string, prefixes: readonly string[]) =>
  prefix.startsWith("arn:aws") && prefixes.includes("bedrock");

/** Ollama's tags of sizes: `gpt-oss:120b`, `qwen3-coder:latest`. */
const isLocal = (last: string): boolean => /^[^:]+:(?:\d+(?:\.\d+)?[bm](?:-[\w.-]+)?|latest)$/.test(last);

function cutVariant(last: string): [plain: string, variant: ModelName["variant"]] {
  const at = last.lastIndexOf(":");
  const word = last.slice(at + 1);
  return at > 0 && Object.hasOwn(VARIANTS, word) ? [last.slice(0, at), VARIANTS[word] ?? "other"] : [last, "same"];
}

function cutMarks(last: string): { name: string; isLong: boolean; isFineTuned: boolean } {
  const isLong = last.endsWith(LONG_CONTEXT.suffix);
  const name = isLong ? last.slice(0, -LONG_CONTEXT.suffix.length) : last;
  const isFineTuned = name.startsWith("ft:");
  return { name: isFineTuned ? (name.split(":")[1] ?? "") : name, isLong, isFineTuned };
}

/** `us.anthropic.claude-…` and `anthropic.claude-…` without vendor and region. */
function cutVendor(name: string): string {
  const [first = "", second = "", ...rest] = name.split(".", 3);
  if (DOTTED_VENDORS.has(first)) return name.slice(first.length + 1);
  const isRegion = rest.length > 0 && /^[a-z-]{2,8}$/.test(first) && DOTTED_VENDORS.has(second);
  return isRegion ? name.slice(first.length + second.length + 2) : name;
}

/** Without Bedrock's version (`-v1:0`), with a dash for Vertex AI's `@`, and with Claude's versions in dashes. */
function toOwn(name: string, isDotted: boolean): string {
  const plain = isDotted ? name.replace(/(?:-v\d+)?(?::\d+)?(?::\d+k)?$/, "") : name;
  const dashed = plain.replace(/@(?:default|latest)$/, "").replace("@", "-");
  return dashed.startsWith("claude") ? dashed.replace(/(\d)\.(?=\d)/g, "$1-") : dashed;
}
