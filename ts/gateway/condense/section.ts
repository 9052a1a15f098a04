// The table [condensation] of a gateway's configuration.
import { pathKeys, shownValue } from "../../base/issues.js";
import { type CondensationSettingsInput, checkCondensationSettings } from "../../condensation/index.js";
import { camelCase } from "../../shape/spelling.js";
import type { ConfigIssue } from "../config/issues.js";
import type { SummarizerSettings } from "../config/parts.js";

/** Whether and how a gateway condenses conversations. */
export interface GatewayCondensation {
  /** Whether it does. */
  enabled: boolean;
  /** The context limit in tokens; undefined: that of the model. */
  contextTokens?: number | undefined;
  /** The settings, those of modes among them. */
  settings: CondensationSettingsInput;
  /** The model that writes texts; undefined: extracts are used. */
  summarizer?: SummarizerSettings | undefined;
}

/** The table as a caller gives it, in camelCase or snake_case. */
export interface GatewayCondensationInput extends CondensationSettingsInput {
  /** Condense conversations that near their limit. @default false */
  enabled?: boolean | undefined;
  /** The context limit in tokens, of every model. @default that of the model, by its name */
  contextTokens?: number | undefined;
  /** The model that writes summaries. @default none: extracts */
  summarizer?: SummarizerSettings | undefined;
}

/** A gateway that does not condense. */
export const NO_CONDENSATION: GatewayCondensation = Object.freeze({ enabled: false, settings: {} });

type Table = Record<string, unknown>;

/** Providers whose condensations repeat themselves. */
const REPEATING: ReadonlySet<unknown> = new Set(["native", "smart"]);

const SECTION = "condensation";

/** Checks the table; what is wrong is added to `issues`. `checkSummarizer` checks the table of that name. */
export function checkCondensation(
  value: unknown,
  issues: ConfigIssue[],
  checkSummarizer: (value: unknown, path: string[]) => SummarizerSettings | undefined,
): GatewayCondensation {
  if (value === undefined) return NO_CONDENSATION;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    issues.push({ path: [SECTION], message: `expected a table of settings, got ${shownValue(value)}` });
    return NO_CONDENSATION;
  }
  const own: Table = {};
  const settings: Table = {};
  for (const [key, one] of Object.entries(value)) (OWN.has(camelCase(key)) ? own : settings)[key] = one;
  const named = (name: string) => Object.keys(own).find((key) => camelCase(key) === name) ?? name;
  const expect = (name: string, isRight: (one: unknown) => boolean, expected: string): unknown => {
    const one = own[named(name)];
    if (one === undefined || isRight(one)) return one;
    issues.push({ path: [SECTION, named(name)], message: `expected ${expected}, got ${shownValue(one)}` });
    return undefined;
  };
  const enabled = expect("enabled", (one) => typeof one === "boolean", "true or false") === true;
  const isLimit = (one: unknown) => Number.isSafeInteger(one) && (one as number) >= 1_000;
  const contextTokens = expect("contextTokens", isLimit, "a whole number of tokens, 1,000 or more") as number;
  const given = own[named("summarizer")];
  const summarizer = given === undefined ? undefined : checkSummarizer(given, [SECTION, named("summarizer")]);
  const checked = checkCondensationSettings(settings);
  const found = [...checked.issues, ...foreignProviders(checked.settings, enabled)];
  issues.push(...found.map(({ path, message }) => ({ path: [SECTION, ...pathKeys(path)], message })));
  return {
    ...{ enabled, settings: checked.settings },
    ...(contextTokens === undefined ? {} : { contextTokens }),
    ...(summarizer === undefined ? {} : { summarizer }),
  };
}

const OWN: ReadonlySet<string> = new Set(["enabled", "contextTokens", "summarizer", "plugins"]);

/** A plug-in may be named for other commands, as long as no gateway condenses by it. */
function foreignProviders({ provider, modes = {} }: CondensationSettingsInput, enabled: boolean) {
  if (!enabled) return [];
  const message = "a gateway condenses by native or smart alone, because a condensation has to repeat itself";
  const named = Object.entries(modes).map(([mode, one]) => [`modes.${mode}.provider`, one.provider] as const);
  return [["provider", provider] as const, ...named].flatMap(([path, one]) =>
    one === undefined || REPEATING.has(one) ? [] : [{ path, message: `${message}, got ${shownValue(one)}` }],
  );
}
