// What starting an agent through a gateway takes: upstreams, variables, arguments, and what the user has to know.

import type { JsonRecord } from "../text/json-value.js";
import type { LeaveOut } from "./prefix/facts.js";
import type { AgentProfile, ProfileRoute } from "./schema.js";
import {
  AgentSettings,
  type FoundValue,
  innermost,
  optionAt,
  plainObject,
  type Surroundings,
  type UnreadFile,
  valueAt,
} from "./settings.js";

const VENDORS = ["api.anthropic.com", "api.openai.com", "generativelanguage.googleapis.com"];

/** A line for each file that chooses servers, and one for each file whose choice does not count. */
function noticesOf(
  profile: AgentProfile,
  settings: AgentSettings,
  routes: readonly { url: string | undefined; file: string | undefined }[],
): readonly string[] {
  const vendors = [...VENDORS, ...profile.routes.flatMap(({ url }) => (url === undefined ? [] : [hostOf(url)]))];
  const chosen = new Map<string, Set<string>>();
  for (const { url, file } of routes)
    if (url !== undefined && file !== undefined && !vendors.includes(hostOf(url)))
      chosen.set(file, (chosen.get(file) ?? new Set()).add(hostOf(url)));
  const left = profile.routes.flatMap(({ own }) => own.map((place) => settings.findUntrusted(place)));
  return [
    ...[...chosen].map(([file, hosts]) => `requests go to ${[...hosts].join(" or ")}, from ${file}`),
    ...new Set(left.flatMap((found) => (found === undefined ? [] : [untrustedLine(profile, found)]))),
  ];
}

const untrustedLine = ({ title }: AgentProfile, { value, where }: FoundValue): string =>
  `${where} chooses ${hostOf(value)}, which does not count: ${title} has not been told to trust this folder`;

/** Where requests go that take a way past the gateway. */
const hostText = (found: FoundValue | undefined): string =>
  found === undefined ? "" : `; they go to ${hostOf(found.value)}, from ${found.file ?? found.where}`;

/** Without the rest, which may have a secret in it. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : "a server that is no URL");

/** A server that requests of the agent go to. */
export interface PlannedRoute {
  /** The route's id in the profile. */
  id: string;
  /** Where its requests arrive at the gateway: `/anthropic`, `/codex-responses`. */
  path: string;
  /** Where they go on to; undefined: where the gateway's configuration says. */
  url: string | undefined;
  /** Where the user has set that server; undefined where it is the vendor's own. */
  own: string | undefined;
  /** The file in which that is; undefined for a variable, an argument or none. */
  file: string | undefined;
  /** Whether the agent resumes a conversation that began by it only with it. */
  ownSessions: boolean;
}

/** A launch, all but the gateway's URL. */
export interface LaunchPlan {
  profile: AgentProfile;
  routes: readonly PlannedRoute[];
  /** More upstreams for the gateway, by name. */
  named: Readonly<Record<string, { url: string; provider: ProfileRoute["provider"] }>>;
  /** Variables that keep the agent as it is, and why. */
  kept: readonly { variable: string; value: string; why: string }[];
  /** What leads requests past the gateway. */
  bypasses: readonly string[];
  /** Servers that files choose in place of the vendor's, and those that a folder which the agent does not trust would choose. */
  notices: readonly string[];
  /** Settings of the agent that could not be read. */
  unread: readonly UnreadFile[];
  /** Whether the agent can be made to read a folder of originals without a question. */
  readsOriginals: boolean;
  /** Whether the launch writes files of its own. */
  writesFiles: boolean;
  /** How the agent is told its cache's lifetime; undefined where the user or a subscription decides, or nobody knows. */
  cacheLifetime: AgentProfile["cacheLifetime"];
  /** With a gateway's URL, the folder of originals if they are kept, and what the agent leaves out: what the agent gets. */
  at(gateway: string, originals?: string, leave?: readonly LeaveOut[]): LaunchInput;
}

/** What an agent is started with, beside what the user gives. */
export interface LaunchInput {
  variables: Record<string, string>;
  /** In front of the user's arguments. */
  args: string[];
  /** The user's arguments, without those of which `args` has the content. */
  own: string[];
  /** Files to write for this launch. */
  files: LaunchFile[];
}

/** A file to write for a launch; the variable gets its path, or an argument in front of `args` does. */
export interface LaunchFile {
  variable?: string | undefined;
  argument?: string | undefined;
  name: string;
  text: string;
}

/** A base URL of the user's that cannot be used. */
export class BaseUrlProblem extends Error {
  override readonly name = "BaseUrlProblem";
}

/**
 * Plans a launch. Reads the agent's settings; writes nothing.
 *
 * @param configured Providers whose upstream the gateway's configuration names, which wins over the environment.
 * @throws BaseUrlProblem where a base URL that counts is none: without it the key would go to another server.
 */
export function planLaunch(
  profile: AgentProfile,
  around: Surroundings,
  configured: readonly string[] = [],
): LaunchPlan {
  const settings = new AgentSettings(profile, around);
  const planner = new Planner(profile, settings, around, configured);
  for (const route of profile.routes) planner.add(route);
  const { routes, named } = planner;
  const isVendors = routes.every(({ own }) => own === undefined);
  const isConfigured = profile.routes.some(({ provider }) => configured.includes(provider));
  const kept = profile.keep.filter(({ variable }) => isVendors && around.env[variable] === undefined);
  const files = profile.files.filter(({ when }) => settings.holds(when)).map(({ when: _, ...file }) => file);
  return {
    profile,
    routes,
    named,
    kept,
    bypasses: profile.bypasses
      .filter(({ when }) => settings.holds(when))
      .map(({ what, to }) => `${what}${hostText(firstOf(to.map((place) => settings.findAny(place))))}`),
    notices: noticesOf(profile, settings, routes),
    unread: settings.unread,
    readsOriginals: profile.originals !== undefined && settings.holds(profile.originals.when),
    writesFiles: files.length > 0,
    cacheLifetime: isVendors && !isConfigured ? lifetimeOf(profile, settings) : undefined,
    at(gateway, originals, leave = []) {
      const { variables, ...rest } = planner.at(gateway, originals, leave);
      const keep = Object.fromEntries(kept.map(({ variable, value }) => [variable, value]));
      return { variables: { ...keep, ...variables }, ...rest, files: filesWith(files, leave) };
    },
  };
}

/** Undefined where the profile's conditions do not hold, or a file cannot be read that may speak against it. */
function lifetimeOf({ cacheLifetime }: AgentProfile, settings: AgentSettings): AgentProfile["cacheLifetime"] {
  if (cacheLifetime === undefined || settings.unread.length > 0 || !settings.holds(cacheLifetime.when))
    return undefined;
  return cacheLifetime.any.some((one) => settings.holds([one])) ? cacheLifetime : undefined;
}

interface Filled {
  route: ProfileRoute;
  planned: PlannedRoute;
  /** The entry of the user's settings. */
  name: string;
}

class Planner {
  readonly routes: PlannedRoute[] = [];
  readonly named: Record<string, { url: string; provider: ProfileRoute["provider"] }> = {};
  readonly #filled: Filled[] = [];

  constructor(
    private readonly profile: AgentProfile,
    private readonly settings: AgentSettings,
    private readonly around: Surroundings,
    private readonly configured: readonly string[],
  ) {}

  add(route: ProfileRoute): void {
    if (!this.settings.holds(route.when)) return;
    if (route.each !== undefined) this.#addEach(route, route.each);
    else if (!this.#filled.some(({ route: { id } }) => id === route.id)) this.#addOne(route);
  }

  #addOne(route: ProfileRoute): void {
    const isConfigured = route.url === undefined && this.configured.includes(route.provider);
    const found = isConfigured ? undefined : firstOf(route.own.map((place) => this.settings.find(place)));
    const own = found === undefined || this.#pathAtOurs(found.value) !== undefined ? undefined : found;
    const url = own === undefined ? route.url : checkedUrl(own);
    const path =
      url === undefined ? `/${route.provider}${route.path}` : `/${this.#nameFor(route.id, url, route.provider)}`;
    this.#fill({
      route,
      planned: { id: route.id, path, url, own: own?.where, file: own?.file, ownSessions: route.ownSessions },
      name: "",
    });
  }

  #addEach(route: ProfileRoute, { in: id, key, base, vendors }: NonNullable<ProfileRoute["each"]>): void {
    for (const { name, entry, where: source, file } of this.settings.entries(id, key)) {
      const value = valueAt(entry, base);
      if (typeof value !== "string" || value.trim() === "") continue;
      const where = `${source}: ${key}.${name}.${base}`;
      // Agents put variables into such texts themselves; only they know how.
      if (/\{(env|file):|\$\{/.test(value)) continue;
      const { id: routeId, ownSessions } = route;
      const ours = this.#pathAtOurs(value.trim());
      if (ours !== undefined) {
        const planned = { id: routeId, path: ours, url: undefined, own: undefined, file: undefined, ownSessions };
        this.#fill({ route, planned, name });
        continue;
      }
      const url = checkedUrl({ value: value.trim(), where });
      const provider = vendors[name] ?? route.provider;
      const path = `/${this.#nameFor(name, url, provider)}`;
      this.#fill({ route, planned: { id: routeId, path, url, own: where, file, ownSessions }, name });
    }
  }

  /** The path that the gateway of `tamis on` has for a server, as this launch's has: undefined for a server that is not it. */
  #pathAtOurs(value: string): string | undefined {
    if (this.around.always === undefined || !URL.canParse(value)) return undefined;
    const { origin, pathname } = new URL(value);
    return origin === this.around.always ? pathname.replace(/\/$/, "") : undefined;
  }

  #fill(filled: Filled): void {
    this.routes.push(filled.planned);
    this.#filled.push(filled);
  }

  /** A name for an upstream that no other server has. */
  #nameFor(id: string, url: string, provider: ProfileRoute["provider"]): string {
    const slug = id
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .slice(0, 40);
    const first = `${this.profile.name}-${slug}`.replace(/-+$/, "");
    for (let number = 1; ; number++) {
      const name = number === 1 ? first : `${first}-${number}`;
      const taken = this.named[name];
      if (taken !== undefined && (taken.url !== url || taken.provider !== provider)) continue;
      this.named[name] = { url, provider };
      return name;
    }
  }

  at(gateway: string, originals: string | undefined, leave: readonly LeaveOut[]): Omit<LaunchInput, "files"> {
    const variables: Record<string, string> = {};
    const args: string[] = [];
    const json = new JsonTexts((name) => plainObject(this.around.env[name]));
    const inArguments = new JsonTexts((name) => this.settings.argument(name));
    for (const { route, planned, name } of this.#filled) {
      const fill = (template: string) =>
        template.replaceAll("{base}", `${gateway}${planned.path}`).replaceAll("{name}", name);
      for (const [variable, template] of Object.entries(route.variables)) variables[variable] ??= fill(template);
      for (const { list, when } of route.arguments) if (this.settings.holds(when)) args.push(...list.map(fill));
      const { variable, argument, path = [], when = [] } = route.json ?? {};
      if (!this.settings.holds(when)) continue;
      if (variable !== undefined) json.set(variable, path.map(fill), fill("{base}"), planned.own !== undefined);
      if (argument !== undefined) inArguments.set(argument, path.map(fill), fill("{base}"), true);
    }
    for (const { arguments: list = [], argument, variable, file, path = [], add, value } of leave) {
      args.push(...list);
      if (argument !== undefined && add !== undefined) inArguments.add(argument, path, add);
      if (variable !== undefined && file === undefined) json.set(variable, path, value, false);
    }
    if (originals !== undefined) args.unshift(...this.#folderArguments(originals, json));
    const texts = inArguments.texts();
    const own = Object.keys(texts).reduce(withoutOption, this.around.args);
    return {
      variables: { ...variables, ...json.texts() },
      args: [...args, ...Object.entries(texts).flat()],
      own: [...own],
    };
  }

  /** Arguments, and values in variables, by which the agent may read a folder. */
  #folderArguments(folder: string, variables: JsonTexts): string[] {
    const { arguments: list = [], json } = this.profile.originals ?? {};
    const pattern = gitignorePattern(folder);
    const fill = (template: string) =>
      template.replaceAll("{folder}", () => folder).replaceAll("{pattern}", () => pattern);
    if (json !== undefined) variables.set(json.variable, json.path.map(fill), json.value, false);
    return list.map(fill);
  }
}

/** Variables or arguments whose value is JSON: what the user has in them stays, but for a URL that has become an upstream. */
class JsonTexts {
  readonly #tables = new Map<string, JsonRecord | undefined>();

  readonly #written = new Set<string>();

  /** @param read What the user has; undefined where it is not understood. */
  constructor(private readonly read: (name: string) => JsonRecord | undefined) {}

  set(variable: string, path: readonly string[], value: unknown, isOwn: boolean): void {
    const table = this.#innermost(variable, path);
    if (table === undefined) return;
    const last = path.at(-1) as string;
    const place = [variable, ...path].join("\n");
    if (isOwn && !this.#written.has(place)) table[last] = value;
    else table[last] ??= value;
    this.#written.add(place);
  }

  /** Adds to a list, behind what the user has in it. */
  add(variable: string, path: readonly string[], item: string): void {
    const table = this.#innermost(variable, path);
    if (table !== undefined) addTo(table, path.at(-1) as string, item);
  }

  /** The table that has the path's last name; undefined where what the user has there is not understood: it goes to the agent as it is. */
  #innermost(variable: string, path: readonly string[]): JsonRecord | undefined {
    if (!this.#tables.has(variable)) this.#tables.set(variable, structuredClone(this.read(variable)));
    const table = this.#tables.get(variable);
    return table === undefined ? undefined : innermost(table, path);
  }

  texts(): Record<string, string> {
    return Object.fromEntries(
      [...this.#tables].flatMap(([name, table]) => (table === undefined ? [] : [[name, JSON.stringify(table)]])),
    );
  }
}

function addTo(table: JsonRecord, key: string, item: string): void {
  const list = table[key] ?? [];
  if (Array.isArray(list) && !list.includes(item)) table[key] = [...list, item];
}

/** The launch's own files, with what the agent leaves out by them. */
function filesWith(
  files: readonly Omit<AgentProfile["files"][number], "when">[],
  leave: readonly LeaveOut[],
): LaunchFile[] {
  const all: Omit<AgentProfile["files"][number], "when">[] = structuredClone([...files]);
  for (const { variable, file: name, path = [], add } of leave) {
    if (variable === undefined || name === undefined || add === undefined) continue;
    let file = all.find((one) => one.variable === variable);
    if (file === undefined) {
      file = { variable, name, json: {} };
      all.push(file);
    }
    const table = innermost(file.json, path);
    if (table !== undefined) addTo(table, path.at(-1) as string, add);
  }
  return all.map(({ json, text, ...file }) => ({ ...file, text: text ?? JSON.stringify(json) }));
}

/** Arguments without the last one of a name, whose content goes elsewhere. */
function withoutOption(args: readonly string[], name: string): readonly string[] {
  const last = optionAt(name, args).at(-1);
  return last === undefined ? args : args.toSpliced(last.at, last.count);
}

/** A folder as a pattern of .gitignore that matches nothing else: `/c/Users/me` for `C:\Users\me`. */
function gitignorePattern(folder: string): string {
  const isWindows = /^[A-Za-z]:\\/.test(folder);
  const path = isWindows ? `/${folder.charAt(0).toLowerCase()}${folder.slice(2).replaceAll("\\", "/")}` : folder;
  return path.replace(/[\\[\]*?]/g, "\\$&");
}

const firstOf = <T>(values: readonly (T | undefined)[]): T | undefined => values.find((value) => value !== undefined);

/** @throws BaseUrlProblem; the message does not have the value, which may have a secret in it */
export function checkedUrl({ value, where }: Pick<FoundValue, "value" | "where">): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:\/\/[^/]/i.test(value))
    throw new BaseUrlProblem(`${where} is no URL that begins with http:// or https://`);
  if (`${url.username}${url.password}${url.search}${url.hash}` !== "")
    throw new BaseUrlProblem(`${where} has a user, a query or a fragment, which would be lost on the way`);
  return value;
}
