import { useMemo, useState } from "preact/hooks";
import type { RequestRow } from "../../api.js";
import { SafeText } from "../parts/safe-text.js";
import { VirtualList } from "../parts/virtual-list.js";
import { loadOlder } from "../state/requests.js";
import { useMedia } from "../state/use-media.js";
import { clock, micros, moment, money, short } from "../text/format.js";

const WIDE_PX = 32;
const NARROW_PX = 64;
const TITLES = ["Time", "Model", "Wire", "Stage", "Tokens", "Saved", "µs", "Remarks"];

/** The list: only rows in view are in the page; arrow keys move, Enter opens. */
export function RequestTable({
  rows,
  chosen,
  onOpen,
}: {
  rows: readonly RequestRow[];
  chosen: string | undefined;
  onOpen: (row: RequestRow) => void;
}) {
  const isNarrow = useMedia("(max-width: 700px)");
  const { at, show, move, setActive } = useActiveRow(rows, chosen);
  const active = rows[at];
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && active !== undefined) onOpen(active);
    else move(event);
  };
  const open = (row: RequestRow) => {
    setActive(row.id);
    onOpen(row);
  };
  return (
    // The grid keeps the focus: a row that is scrolled away is no longer in the page.
    <VirtualList
      class={isNarrow ? "requests narrow" : "requests"}
      role="grid"
      label="Requests"
      active={active === undefined ? undefined : domId(active)}
      ariaRows={rows.length + 1}
      head={<Titles />}
      headPx={isNarrow ? 0 : WIDE_PX}
      count={rows.length}
      rowPx={isNarrow ? NARROW_PX : WIDE_PX}
      show={show}
      onEnd={onEnd}
      onKey={onKey}
      render={(index, top) => {
        const row = rows[index];
        if (row === undefined) return null;
        const state = { isChosen: row.id === chosen, isActive: index === at };
        return <Row key={row.id} row={row} index={index} top={top} {...state} onOpen={open} />;
      }}
    />
  );
}

const domId = ({ id }: RequestRow): string => `request-${id}`;

function Titles() {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: only rows with data are chosen
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be virtual
    <div class="request head" role="row" aria-rowindex={1}>
      {TITLES.map((title) => (
        // biome-ignore lint/a11y/useFocusableInteractive: titles do nothing
        // biome-ignore lint/a11y/useSemanticElements: a table cannot be virtual
        <span key={title} role="columnheader">
          {title}
        </span>
      ))}
    </div>
  );
}

/** The row that keys move, which stays the same while others arrive. */
function useActiveRow(rows: readonly RequestRow[], chosen: string | undefined) {
  const [active, setActive] = useState<string>();
  const places = useMemo(() => new Map(rows.map(({ id }, index) => [id, index])), [rows]);
  const at = Math.max(0, places.get(active ?? chosen ?? "") ?? 0);
  const [show, setShow] = useState<{ index: number; round: number }>();
  const move = (event: KeyboardEvent) => {
    const last = rows.length - 1;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 20, PageUp: at - 20, Home: 0, End: last }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    const index = Math.max(0, Math.min(last, to));
    setActive(rows[index]?.id);
    setShow((old) => ({ index, round: (old?.round ?? 0) + 1 }));
  };
  return { at, show, move, setActive };
}

const onEnd = () => void loadOlder();

interface RowProps {
  row: RequestRow;
  index: number;
  top: number;
  isChosen: boolean;
  isActive: boolean;
  onOpen: (row: RequestRow) => void;
}

function Row({ row, index, top, isChosen, isActive, onOpen }: RowProps) {
  const marks = [isChosen && "chosen", isActive && "active", row.refused !== undefined && "refused"].filter(Boolean);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be virtual
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid's keys do the same
    <div
      id={domId(row)}
      role="row"
      class={`request ${marks.join(" ")}`}
      style={{ transform: `translateY(${top}px)` }}
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      onClick={() => onOpen(row)}
    >
      <Cells row={row} />
    </div>
  );
}

function Cells({ row }: { row: RequestRow }) {
  const cell = (name: string, content: preact.ComponentChildren) => (
    // biome-ignore lint/a11y/useFocusableInteractive: the row is what is chosen
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be virtual
    <span class={`c-${name}`} role="gridcell">
      {content}
    </span>
  );
  const share = row.tokensBefore > 0 ? row.tokensAfter / row.tokensBefore : 1;
  return (
    <>
      {cell("time", <time title={moment(row.at)}>{clock(row.at)}</time>)}
      {cell("model", <SafeText text={row.model ?? "–"} most={60} />)}
      {cell("wire", <SafeText text={row.wire ?? "–"} most={40} />)}
      {cell("stage", <Stage row={row} />)}
      {cell(
        "tokens",
        <>
          <span>
            {short(row.tokensBefore)} → {short(row.tokensAfter)}
          </span>
          <i class="spark" aria-hidden="true">
            <i style={{ width: `${share * 100}%` }} />
          </i>
        </>,
      )}
      {cell("saved", <span class={(row.saved ?? 0) < 0 ? "bad" : ""}>{money(row.saved)}</span>)}
      {cell("time-taken", micros(row.reduceMicros))}
      {cell("why", <SafeText text={remark(row)} most={160} />)}
    </>
  );
}

function Stage({ row }: { row: RequestRow }) {
  if (row.refused !== undefined) return <b class="badge bad">refused</b>;
  if (row.skipped !== undefined) return <b class="badge warn">as it came</b>;
  if (row.mode !== "reduce") return <b class="badge">{row.mode}</b>;
  const { stage = "none", condensed, moved } = row;
  const word = condensed === undefined ? (moved ? "move" : (row.stage ?? "kept")) : "condensed";
  return <b class={`badge stage-${stage}`}>{word}</b>;
}

const remark = ({ refused, skipped, why, cache }: RequestRow): string =>
  refused ?? skipped ?? why ?? (cache === undefined || cache.cause === "hit" ? "" : cache.message);
