// Which upstream a request goes to by its header or its model. Both can only choose among the upstreams that the configuration
// names: no address comes from a request.
import { compileGlob, type GlobMatcher } from "../../text/glob.js";
import { headerRule } from "../config/named-checks.js";
import type { NamedSettings } from "../config/parts.js";
import type { GatewaySettings } from "../config/settings.js";
import type { Refusal } from "../refusal.js";
import type { Known } from "../routes.js";

interface Ruled extends Omit<NamedSettings, "header"> {
  name: string;
  header: { name: string; value: string } | undefined;
  fits: readonly GlobMatcher[];
}

/** Every upstream with a name of its own, in the file's order. */
export const ruled = ({ named }: GatewaySettings["upstreams"]): (NamedSettings & { name: string })[] =>
  Object.entries(named).map(([name, one]) => ({ ...one, name }));

/** The rules of a configuration. A path with an upstream's name in front goes before them, a header before a model. */
export class UpstreamRules {
  readonly #all: readonly Ruled[];
  /** Names of headers that choose an upstream, in lower case: no upstream gets them. */
  readonly headers: ReadonlySet<string>;

  constructor(upstreams: GatewaySettings["upstreams"]) {
    this.#all = ruled(upstreams).map(({ header, ...one }) => ({
      ...one,
      header: header === undefined ? undefined : headerRule(header),
      fits: (one.models ?? []).map(compileGlob),
    }));
    this.headers = new Set(this.#all.flatMap(({ header }) => header?.name ?? []));
  }

  /** Whether a model can choose the upstream of such a request. */
  needsModel(route: Known): boolean {
    return isOpen(route) && this.#all.some(({ fits, provider }) => fits.length > 0 && provider === route.provider);
  }

  /**
   * The route by the request's headers; the same where it has none of those that choose. A value that names no upstream of
   * the route's API is refused: the credential beside it is for another one.
   */
  byHeader(route: Known, rawHeaders: readonly string[]): Known | Refusal {
    if (this.headers.size === 0 || !isOpen(route)) return route;
    const given = this.#given(rawHeaders);
    if (given.length === 0) return route;
    const named = this.#all.filter(
      ({ header, provider }) =>
        header !== undefined &&
        provider === route.provider &&
        given.some(([name, value]) => header.name === name && header.value === value),
    );
    const [first] = named;
    if (first !== undefined && named.length === 1 && given.length === 1) return chosen(route, first, "header");
    const what =
      given.length > 1
        ? "is given more than once, or beside another that chooses, too"
        : `names no upstream with ${route.provider}'s API`;
    return { reason: "bad_control_header", message: `${given[0]?.[0]}: ${what} ([upstreams.named] header)` };
  }

  /** The route by the request's model; the same where no upstream has it. */
  byModel<R extends Known>(route: R, model: string | undefined): R {
    if (model === undefined || !isOpen(route)) return route;
    const first = this.#all.find(
      ({ provider, fits }) => provider === route.provider && fits.some((isModel) => isModel(model)),
    );
    return first === undefined ? route : chosen(route, first, "model");
  }

  #given(rawHeaders: readonly string[]): [name: string, value: string][] {
    const given: [string, string][] = [];
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = (rawHeaders[at] as string).toLowerCase();
      if (this.headers.has(name)) given.push([name, (rawHeaders[at + 1] as string).trim()]);
    }
    return given;
  }
}

/** Neither the path nor a rule has chosen yet. A cloud's path is only where it is served. */
const isOpen = ({ named, cloud }: Known): boolean => named === undefined && cloud === undefined;

const chosen = <R extends Known>(route: R, { name }: Ruled, chosenBy: "header" | "model"): R => ({
  ...route,
  named: name,
  chosenBy,
});
