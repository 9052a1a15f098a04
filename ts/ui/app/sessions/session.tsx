import { useMemo } from "preact/hooks";
import type { AlignedData } from "uplot";
import type { SessionDetail, SessionTurnRow } from "../../api.js";
import { DataTable } from "../parts/data-table.js";
import { Plot } from "../parts/plot.js";
import { SafeText } from "../parts/safe-text.js";
import { Answer } from "../parts/states.js";
import { hrefOf } from "../state/route.js";
import { useAsk } from "../state/use-ask.js";
import { CAUSES } from "../text/causes.js";
import { moment, money, short, whole } from "../text/format.js";
import { visibleLine } from "../text/visible.js";

/** One conversation, turn by turn. */
export function Session({ id }: { id: string }) {
  const asked = useAsk<SessionDetail>(`sessions/${encodeURIComponent(id)}`);
  return (
    <>
      <p class="back always">
        <a href={hrefOf("sessions")}>← All sessions</a>
      </p>
      <Answer asked={asked} label="Reading the session">
        {(data) => <Turns data={data} />}
      </Answer>
    </>
  );
}

function Turns({ data: { session, policy, turns } }: { data: SessionDetail }) {
  const data = useMemo(() => columnsOf(turns), [turns]);
  const [paid, other] = [total(turns, ({ cost }) => cost), total(turns, ({ otherCost }) => otherCost)];
  return (
    <>
      <h1>
        <SafeText text={session.name} most={160} />
      </h1>
      <p class="dim facts">
        {[session.agent, session.project, session.model, moment(session.startedAt), policy && `policy ${policy}`]
          .filter(Boolean)
          .map((fact) => (
            <span key={fact}>
              <SafeText text={String(fact)} most={120} />
            </span>
          ))}
        <span>
          {whole(turns.length)} requests, {money(paid)} (the other way {money(other)})
        </span>
      </p>
      <figure class="card">
        <figcaption>Tokens of each request</figcaption>
        <Plot
          label={`Tokens of ${turns.length} requests, without the policy and with it, and what no cache had.`}
          data={data}
          x={(value) => whole(value)}
          heightPx={220}
          series={[
            { label: "with the policy", colour: "--accent", value: short, isFilled: true },
            { label: "without", colour: "--dim", dash: [5, 4], value: short },
            { label: "not in the cache", colour: "--warn", dash: [2, 3], value: short },
          ]}
        />
      </figure>
      <section class="card" aria-label="Turns">
        <TurnTable turns={turns} />
      </section>
    </>
  );
}

function total(turns: readonly SessionTurnRow[], of: (turn: SessionTurnRow) => number | undefined): number | undefined {
  let sum = 0;
  for (const turn of turns) {
    const value = of(turn);
    if (value === undefined) return undefined;
    sum += value;
  }
  return sum;
}

function columnsOf(turns: readonly SessionTurnRow[]): AlignedData {
  return [
    turns.map(({ step }) => step + 1),
    turns.map(({ reduced }) => reduced),
    turns.map(({ tokens }) => tokens),
    turns.map(({ reducedUnread }) => reducedUnread),
  ];
}

function TurnTable({ turns }: { turns: readonly SessionTurnRow[] }) {
  return (
    <DataTable
      caption="Turn by turn"
      rows={turns}
      keyOf={({ step }) => String(step)}
      columns={[
        {
          title: "Request",
          cell: ({ step, requestId }) =>
            requestId === undefined ? step + 1 : <a href={hrefOf("reductions", requestId)}>{step + 1}</a>,
          by: ({ step }) => step,
        },
        {
          title: "Tokens",
          cell: ({ tokens, reduced }) => `${short(tokens)} → ${short(reduced)}`,
          by: ({ tokens }) => tokens,
          isNumber: true,
        },
        { title: "Not cached", number: ({ reducedUnread }) => reducedUnread, show: short },
        { title: "Bill", number: ({ cost }) => cost, show: money },
        { title: "Other way", number: ({ otherCost }) => otherCost, show: money },
        { title: "Goes with it", cell: ({ gone }) => <SafeText text={goneText(gone)} most={200} /> },
        { title: "Named, but gone", cell: ({ missed }) => <SafeText text={missed.join(", ")} most={200} /> },
        {
          title: "Cache",
          cell: ({ cache }) =>
            cache !== undefined && (
              <span title={visibleLine(cache.message, 400)}>
                {CAUSES[cache.cause]}
                {cache.lostTokens > 0 && `, ${short(cache.lostTokens)} tokens lost`}
              </span>
            ),
        },
      ]}
    />
  );
}

const goneText = (gone: SessionTurnRow["gone"]): string =>
  gone
    .slice(0, 6)
    .map(({ tool, tokens }) => `${tool} (${short(tokens)})`)
    .join(", ") + (gone.length > 6 ? `, ${gone.length - 6} more` : "");
