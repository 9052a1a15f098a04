// What a limit on regret would buy: the rental, which moves only where the session could end right after and still have
// cost at most so much more than sending everything. On an ideal prefix cache that holds at every moment, since between
// moves what is masked only saves.
//
//   net        saved so far by what is masked, less what moves have cost
//   move       only if net - (write - read) · S >= -maxRegret · (bill of sending everything so far)
import type { SimulatedPolicy } from "../../ts/simulate/index.js";

type Scheduled = Extract<SimulatedPolicy, { schedule: unknown }>;
type Schedule = ReturnType<Scheduled["schedule"]>;
type Session = Parameters<Scheduled["schedule"]>[0];
type Rule = Parameters<Scheduled["schedule"]>[1];

/** The moves of `plain`'s policy under a rent and a limit; `Infinity` is no limit. */
export function regretPolicy(name: string, plain: SimulatedPolicy, rent: number, maxRegret: number): SimulatedPolicy {
  if (!("schedule" in plain)) throw new Error("only a policy of this library has a schedule");
  return {
    name,
    usesPrices: true,
    schedule: (session, rule) => {
      const { masks, anchors } = plain.schedule(session, rule);
      return { masks, anchors, maskedAt: maskedAt(session, masks, rule, { rent, maxRegret }) };
    },
  };
}

function maskedAt(
  session: Session,
  { candidates }: Schedule["masks"],
  { read, write }: Rule,
  { rent, maxRegret }: { rent: number; maxRegret: number },
): Int32Array {
  const at = new Int32Array(candidates.length).fill(-1);
  const sums = sumsOf(session);
  const tokensBefore = (cut: number) => sums[session.messageStarts[cut] ?? 0] ?? 0;
  let [meter, net, masked, everything, previousCut] = [0, 0, 0, 0, 0];
  session.steps.cuts.forEach((cut, step) => {
    const waiting = candidates.flatMap((one, index) => (at[index] === -1 && one.readyMessage < cut ? [index] : []));
    const saved = waiting.reduce((sum, index) => sum + (candidates[index]?.savedTokens ?? 0), 0);
    const sent = tokensBefore(previousCut);
    everything += read * (session.prefixTokens + sent) + write * (tokensBefore(cut) - sent);
    if (step === 0) everything += (write - read) * session.prefixTokens;
    meter += read * saved;
    const first = waiting[0];
    if (first !== undefined) {
      const from = (candidates[first]?.unit ?? 0) + 1;
      const end = session.messageStarts[previousCut] ?? 0;
      const gone = candidates.reduce(
        (sum, one, index) =>
          index > first && one.unit < end && (at[index] !== -1 || one.readyMessage < cut) ? sum + one.savedTokens : sum,
        0,
      );
      const cost = (write - read) * Math.max(0, sent - (sums[from] ?? 0) - gone);
      if (meter >= rent * cost && net - cost >= -maxRegret * everything) {
        for (const index of waiting) at[index] = step;
        masked += saved;
        net -= cost;
        meter = 0;
      }
    }
    net += read * masked;
    previousCut = cut;
  });
  return at;
}

/** Tokens of all units before each. */
function sumsOf({ ids, units }: Session): number[] {
  const sums = [0];
  for (const id of ids) sums.push((sums.at(-1) ?? 0) + (units.tokens[id] ?? 0));
  return sums;
}
