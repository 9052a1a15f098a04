import { pathToFileURL } from "node:url";
import { TamisError } from "../../base/errors.js";
import { errorText } from "../error-text.js";
import { PROVIDER_NAME } from "../settings/settings.js";
import type { ContextCondensationProvider } from "./base/provider.js";
import { NativeCondensationProvider } from "./native/native-provider.js";
import { SmartCondensationProvider } from "./smart/smart-provider.js";

const providers = new Map<string, ContextCondensationProvider>([
  ["native", new NativeCondensationProvider()],
  ["smart", new SmartCondensationProvider()],
]);
const builtIn: ReadonlySet<string> = new Set(providers.keys());

/**
 * Makes a provider known under its name, for every later condensation of this process. One of the same name is replaced;
 * the package's own are not.
 *
 * @returns A function that makes it unknown again.
 * @throws TamisError `OPTION_INVALID` for a value that is no provider, saying what it lacks, or a name that is taken.
 */
export function registerProvider(provider: ContextCondensationProvider): () => void {
  const problem = problemOf(provider);
  if (problem !== undefined) throw new TamisError("OPTION_INVALID", `provider: ${problem}`);
  const { name } = provider;
  if (builtIn.has(name))
    throw new TamisError("OPTION_INVALID", `provider: the name ${name} is one of the package's own`);
  providers.set(name, provider);
  return () => void (providers.get(name) === provider && providers.delete(name));
}

/** Whether a name is one of the package's own providers. */
export const isBuiltIn = (name: string): boolean => builtIn.has(name);

/** Names of all providers, the package's own first. */
export const providerNames = (): string[] => [...providers.keys()];

/** The provider of a name; undefined if none has it. */
export const findProvider = (name: string): ContextCondensationProvider | undefined => providers.get(name);

const TEXTS = ["name", "description", "version"] as const;
const METHODS = [
  "condense",
  "supportsLossless",
  "supportsContentTypeAwareness",
  "supportsCustomPrompts",
  "estimateReduction",
] as const;

/** As {@link providerProblem}, also of an object whose members cannot be read. */
function problemOf(value: unknown): string | undefined {
  try {
    return providerProblem(value);
  } catch (error) {
    return `its members cannot be read: ${errorText(error)}`;
  }
}

/** What a value lacks to be a provider; undefined if it is one. */
function providerProblem(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return "expected an object with name and condense";
  const given = value as Record<string, unknown>;
  const text = TEXTS.find((key) => typeof given[key] !== "string");
  if (text !== undefined) return `${text}: expected a text`;
  const method = METHODS.find((key) => typeof given[key] !== "function");
  if (method !== undefined) return `${method}: expected a function`;
  if (PROVIDER_NAME.test(String(given.name))) return undefined;
  return "name: expected small letters, digits and hyphens";
}

/**
 * Loads a provider from a module and registers it: its default export, or its export `provider`, an object or a class
 * without arguments. Load only modules that the user names: their code runs in this process.
 *
 * @param specifier Name of a package, or path of a file that begins with `.` or `/`.
 * @param folder Folder that paths are relative to. Default: the working directory.
 * @returns The provider's name.
 * @throws TamisError `OPTION_INVALID` with the module's name and what is wrong with it.
 */
export async function loadProvider(specifier: string, folder: string = process.cwd()): Promise<string> {
  const { createRequire } = process.getBuiltinModule("node:module");
  const { join } = process.getBuiltinModule("node:path");
  try {
    const url = pathToFileURL(createRequire(join(folder, "plugins.cjs")).resolve(specifier));
    const module = (await import(url.href)) as Record<string, unknown>;
    const exported = module.default ?? module.provider;
    const provider = typeof exported === "function" ? Reflect.construct(exported, []) : exported;
    registerProvider(provider as ContextCondensationProvider);
    return (provider as ContextCondensationProvider).name;
  } catch (cause) {
    const reason = errorText(cause).split("\n")[0] ?? "";
    throw new TamisError("OPTION_INVALID", `plug-in ${JSON.stringify(specifier)}: ${reason}`, { cause });
  }
}
