import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

/** Browsers refuse boxes above about 33 million px; longer lists scroll in larger steps. */
const MOST_PX = 12_000_000;
const OVERSCAN_ROWS = 6;

/** What a list of rows of one height needs. */
export interface VirtualListProps {
  /** Number of rows. */
  count: number;
  /** Height of each, in px. */
  rowPx: number;
  /** The row; `top` is where it belongs, in px. */
  render: (index: number, top: number) => ComponentChildren;
  /** Attributes of the scrolling box. */
  class?: string;
  role: "grid" | "region";
  label: string;
  /** What stays at the top, and its height. */
  head?: ComponentChildren;
  headPx?: number;
  /** The id of the row that keys act on, and the number of rows, for a grid. */
  active?: string | undefined;
  ariaRows?: number;
  /** Called when the last rows are near. */
  onEnd?: () => void;
  /** Called by keys that the box gets. */
  onKey?: (event: KeyboardEvent) => void;
  /** Brings a row into view, whenever this changes. */
  show?: { index: number; round: number } | undefined;
}

/** Only rows in view, and few around them, are in the page. */
export function VirtualList(props: VirtualListProps) {
  const { count, rowPx, render, onEnd, show, headPx = 0 } = props;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useView(box);
  const full = count * rowPx;
  const scale = full > MOST_PX ? (full - view.height) / (MOST_PX - view.height) : 1;

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || show === undefined) return;
    const at = show.index * rowPx;
    const top = element.scrollTop * scale;
    if (at < top) element.scrollTop = at / scale;
    else if (at + rowPx + headPx > top + element.clientHeight)
      element.scrollTop = (at + rowPx + headPx - element.clientHeight) / scale;
  }, [show, rowPx, headPx, scale]);

  const top = view.top * scale;
  const first = Math.max(0, Math.floor(top / rowPx) - OVERSCAN_ROWS);
  const last = Math.min(count, Math.ceil((top + view.height) / rowPx) + OVERSCAN_ROWS);
  useEffect(() => {
    if (last >= count - 50) onEnd?.();
  }, [last, count, onEnd]);

  const rows: ComponentChildren[] = [];
  // Where the list is scaled, rows keep their distance from the top of the view.
  const shift = view.top - top;
  for (let index = first; index < last; index++) rows.push(render(index, index * rowPx + shift));
  // A box that scrolls has to be reachable by keyboard.
  const attributes = {
    class: `virtual ${props.class ?? ""}`,
    role: props.role,
    "aria-label": props.label,
    "aria-activedescendant": props.active,
    "aria-rowcount": props.ariaRows,
    tabIndex: 0,
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is among the attributes
    <div
      ref={box}
      {...attributes}
      onScroll={({ currentTarget }) => setView({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })}
      onKeyDown={props.onKey}
    >
      {props.head}
      <div
        class="virtual-rows"
        role={props.role === "grid" ? "rowgroup" : "presentation"}
        style={{ height: `${Math.min(full, MOST_PX)}px` }}
      >
        {rows}
      </div>
    </div>
  );
}

/** The part of a box in view: how far it is scrolled, and its height. */
function useView(box: RefObject<HTMLDivElement | null>) {
  const [view, setView] = useState({ top: 0, height: 600 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [box]);
  return [view, setView] as const;
}
