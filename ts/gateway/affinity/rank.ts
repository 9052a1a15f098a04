import { createHash } from "node:crypto";

/** What the order of deployments goes by. */
export interface Ranked {
  name: string;
  vendor: string;
  weight: number;
  isStandby: boolean;
}

const HASH_BYTES = 6;

/** Between 0 and 1, without both; spread evenly over texts. */
const placeOf = (text: string): number =>
  (createHash("sha256").update(text).digest().readUIntBE(0, HASH_BYTES) + 0.5) / 2 ** (8 * HASH_BYTES);

/**
 * The deployments in the order in which a conversation takes them, by rendezvous hashing: the order depends on names, weights
 * and the conversation alone, so every gateway has the same one. The first is its home; then come those of the home's vendor,
 * then others, then standbys. A deployment that is added or removed changes the home of its own share only.
 *
 * @param conversation Any text that is the conversation's own. n hashes and a sort for n deployments.
 */
export function rank<D extends Ranked>(deployments: readonly D[], conversation: string): D[] {
  const scored = deployments.map((one) => ({
    one,
    score: -one.weight / Math.log(placeOf(`${one.name}\0${conversation}`)),
  }));
  scored.sort((a, b) => Number(a.one.isStandby) - Number(b.one.isStandby) || b.score - a.score);
  const vendor = scored[0]?.one.vendor;
  const isOther = ({ one }: { one: D }) => Number(one.isStandby) * 2 + Number(one.vendor !== vendor);
  // The sort is stable: within each kind the score decides.
  return scored.sort((a, b) => isOther(a) - isOther(b)).map(({ one }) => one);
}

/** Who runs a host, as far as its name tells: its last two parts; an address as a whole. */
export function vendorOf(host: string): string {
  return /^[\d.]+$|:/.test(host) ? host : host.split(".").slice(-2).join(".");
}
