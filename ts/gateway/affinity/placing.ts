import type { Affinity } from "../../reduce/request-session.js";
import type { Relayed } from "../upstream/relay.js";
import type { Deployment, Group } from "./group.js";
import type { PlaceChooser, Placed } from "./placed.js";
import type { Place, Places } from "./places.js";

/** Chooses the deployment of one request. */
export class Placing implements PlaceChooser {
  readonly #group: Group;
  readonly #places: Places;
  /** The conversation, hashed; undefined before {@link decide}, and where it is not known. */
  conversation: string | undefined;
  #was: Place | undefined;
  #targets: Deployment[] | undefined;

  constructor(group: Group, places: Places) {
    this.#group = group;
    this.#places = places;
  }

  /** Chooses. Requests of which no conversation is known all have the same home: files and batches are only where they were made. */
  decide(conversation: string | undefined): void {
    this.conversation = conversation;
    this.#was = conversation === undefined ? undefined : this.#places.find(this.#group.name, conversation);
    this.#targets = this.#group.candidates(conversation ?? "");
  }

  /** Where it goes, and where else if nothing answers there. */
  get targets(): readonly Deployment[] {
    if (this.#targets === undefined) this.decide(undefined);
    return this.#targets ?? [];
  }

  /** The host that it goes to. */
  get host(): string {
    return (this.targets[0] as Deployment).upstream.host;
  }

  /** What that means for the provider's cache. */
  get affinity(): Affinity | undefined {
    if (this.#was === undefined) return undefined;
    if (this.#was.deployment !== this.targets[0]?.name) return "moved";
    return this.#was.hasMoved ? "known" : undefined;
  }

  /** What is told of a request to a deployment. */
  placedAt({ name: deployment, vendor }: Deployment): Placed {
    const { name: group } = this.#group;
    const was = this.#was ?? this.#home;
    const isMoved = this.#was !== undefined && this.#was.deployment !== deployment;
    const moved = was.vendor !== vendor ? "vendor" : isMoved ? "deployment" : undefined;
    const placed = { group, deployment, conversation: this.conversation, inputBefore: this.#was?.inputTokens ?? 0 };
    return moved === undefined ? placed : { ...placed, from: was.deployment, moved };
  }

  /** Learns from what became of it there. */
  done(target: Deployment, relayed: Relayed): void {
    this.#group.note(target, relayed);
    const { status = 0 } = relayed;
    if (this.conversation === undefined || status < 200 || status >= 400) return;
    const { name: deployment, vendor } = target;
    const hasMoved = this.#was !== undefined && (this.#was.hasMoved || this.#was.deployment !== deployment);
    const { inputTokens = 0 } = this.#was ?? {};
    this.#places.set(this.#group.name, this.conversation, { deployment, vendor, hasMoved, inputTokens });
  }

  get #home(): Pick<Place, "deployment" | "vendor"> {
    const { name: deployment, vendor } = this.#group.homeOf(this.conversation ?? "");
    return { deployment, vendor };
  }
}
