import type { HoldoutAnswer, HoldoutInterval, HoldoutRow } from "../../api.js";
import { DataTable } from "../parts/data-table.js";
import { SafeText } from "../parts/safe-text.js";
import { useAsk } from "../state/use-ask.js";
import { money, percent } from "../text/format.js";

/** Sessions left alone by chance beside the reduced ones; nothing where there are none. */
export function Holdout() {
  const { data } = useAsk<HoldoutAnswer>("holdout");
  if (data === undefined || data.reducedSessions + data.heldOutSessions === 0) return null;
  const { answer, loss, reducedSessions, heldOutSessions, rows } = data;
  return (
    <section class="card" aria-label="Sessions left alone">
      <h2>Sessions left alone</h2>
      <p class={loss === "seen" ? "bad" : ""}>
        <SafeText text={answer} most={300} />.
      </p>
      <DataTable
        caption={`${reducedSessions} sessions reduced, ${heldOutSessions} left alone`}
        rows={rows}
        keyOf={({ figure }) => figure}
        columns={[
          { title: "Figure", cell: ({ title }) => title },
          { title: "Reduced", cell: ({ reduced, unit }) => shown(reduced, SHOWS[unit]), isNumber: true },
          { title: "Left alone", cell: ({ heldOut, unit }) => shown(heldOut, SHOWS[unit]), isNumber: true },
          { title: "Change", cell: (row) => shown(row.change, changeOf(row)), isNumber: true },
          {
            title: "Smallest that shows",
            cell: (row) => (row.smallest === undefined ? "none yet" : changeOf(row)(row.smallest)),
            isNumber: true,
          },
        ]}
      />
      <p class="dim">
        Failed edits are tested, and may be looked at every day. The other figures are described, with intervals of 95
        %.
      </p>
    </section>
  );
}

const SHOWS: Readonly<Record<HoldoutRow["unit"], (value: number) => string>> = {
  share: (value) => percent(value, 1),
  count: (value) => value.toFixed(1),
  dollars: money,
};

const changeOf =
  ({ figure }: HoldoutRow) =>
  (value: number): string => {
    const text = figure === "failedEdits" ? `${(100 * value).toFixed(1)} points` : percent(value);
    return value > 0 ? `+${text}` : text.replace("-", "−");
  };

const shown = (interval: HoldoutInterval | undefined, show: (value: number) => string): string =>
  interval === undefined ? "–" : `${show(interval.value)} (${show(interval.low)} to ${show(interval.high)})`;
