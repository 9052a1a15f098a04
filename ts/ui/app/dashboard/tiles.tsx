import type { ComponentChildren } from "preact";
import type { DashboardAnswer, DashboardSum } from "../../api.js";
import { Tip } from "../parts/tip.js";
import { money, percent, short, whole } from "../text/format.js";
import { visibleLine } from "../text/visible.js";

/** One number, with what it means. */
export function Tile({
  id,
  title,
  tip,
  value,
  note,
  tone,
}: {
  id: string;
  title: string;
  tip: string;
  value: string;
  note?: ComponentChildren;
  tone?: "good" | "bad" | undefined;
}) {
  return (
    <div class="tile">
      <dt>
        {title} <Tip id={`tip-${id}`} text={tip} about={title} />
      </dt>
      <dd class={tone ?? ""}>
        {value}
        {note !== undefined && <small>{note}</small>}
      </dd>
    </div>
  );
}

const toneOf = (value: number | undefined) =>
  value === undefined || value === 0 ? undefined : value < 0 ? "bad" : "good";

/** The main numbers. */
export function Tiles({ total, limits }: Pick<DashboardAnswer, "total" | "limits">) {
  return (
    <section aria-label="Numbers">
      <dl class="tiles">
        {(total.cost !== undefined || limits.length === 0) && <MoneyTiles total={total} />}
        {limits.map((one) => (
          <LimitTile key={one.login} {...one} />
        ))}
        <CountTiles total={total} />
      </dl>
    </section>
  );
}

const LOGINS: Readonly<Record<string, string>> = { claude: "Claude limits", chatgpt: "ChatGPT limits" };

/** A login has limits in place of a bill. */
function LimitTile({ login, fiveHours, week }: DashboardAnswer["limits"][number]) {
  const shares = Object.entries({ "5 hours": fiveHours, week }).filter(([, used]) => used !== undefined);
  const [[name, used] = ["", undefined], ...others] = shares;
  return (
    <Tile
      id={`limits-${login}`}
      title={LOGINS[login] ?? visibleLine(login, 40)}
      tip="How much of the login's windows is used up, as the newest answer told it."
      value={percent((used ?? 0) / 100, 0)}
      note={[
        `of the ${name} used`,
        ...others.map(([other, part]) => `${percent((part ?? 0) / 100, 0)} of the ${other}`),
      ].join(", ")}
    />
  );
}

function MoneyTiles({ total }: { total: DashboardSum }) {
  const isObserved = total.cost !== total.costWith;
  return (
    <>
      <Tile
        id="bill"
        title="Bill"
        tip="What the providers charge for these requests, by their own token counts and the price list."
        value={money(total.cost)}
        note={isObserved ? `${money(total.costWith)} with Tamis` : `${money(total.costWithout)} without Tamis`}
      />
      <Tile
        id="saved"
        title={isObserved ? "Would be saved" : "Saved"}
        tip="The bill without Tamis less the bill. What the provider's cache saves by itself is not in it, and moves that cost more than they save make it negative."
        value={money(total.saved)}
        note={
          total.cacheDiscount === undefined
            ? undefined
            : `${money(total.cacheDiscount)} more by the provider's cache itself`
        }
        tone={toneOf(total.saved)}
      />
    </>
  );
}

/** Requests whose dollars are in no sum. */
function withoutDollars({ unbilled, unpriced, lacks }: DashboardSum): string {
  const count = unpriced.reduce((sum, { requests }) => sum + requests, 0);
  const names = [...unpriced, ...lacks].slice(0, 3).map(({ what }) => what);
  const priceless = count > 0 ? `, ${whole(count)} without a price (${visibleLine(names.join(", "), 100)})` : "";
  return `${unbilled > 0 ? `, ${whole(unbilled)} without a bill` : ""}${priceless}`;
}

function CountTiles({ total }: { total: DashboardSum }) {
  const tokens = total.tokensBefore - total.tokensAfter;
  const failed = total.failedOpen + total.refused;
  return (
    <>
      <Tile
        id="tokens"
        title="Tokens removed"
        tip="Estimated tokens of all requests before and after the reduction. Fewer tokens alone do not mean a lower bill."
        value={short(tokens)}
        note={`${short(total.tokensBefore)} → ${short(total.tokensAfter)}`}
      />
      <Tile
        id="hits"
        title="Cache hits"
        tip="Share of the billed input tokens that the provider read from its cache."
        value={percent(total.hitRate, 1)}
        note={`${short(total.cached)} of ${short(total.input)} tokens`}
      />
      <Tile
        id="moves"
        title="Moves"
        tip="Requests in which more results were masked than in the request before. Each makes the provider write a part of its cache again, so there are few."
        value={whole(total.moves)}
        note={`${short(total.waitingTokens)} tokens wait for the next`}
      />
      <Tile
        id="requests"
        title="Requests"
        tip="All requests, and those in which something was removed."
        value={whole(total.requests)}
        note={`${whole(total.reduced)} reduced${withoutDollars(total)}`}
      />
      <Tile
        id="errors"
        title="Problems"
        tip="Requests that the gateway or the provider refused, and requests that were sent as they came because something failed here."
        value={whole(failed)}
        note={`${whole(total.refused)} refused, ${whole(total.failedOpen)} sent as they came`}
        tone={failed > 0 ? "bad" : undefined}
      />
    </>
  );
}
