import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { money, whole } from "../text/format.js";
import { SafeText } from "./safe-text.js";

/** A column. A number or a text is shown and sorted by; a cell is shown in its place. */
export interface Column<T> {
  title: string;
  /** Rows whose number is not known are as if they had the least. */
  number?: (row: T) => number | undefined;
  /** How the number is written. @default in full */
  show?: (value: number | undefined) => ComponentChildren;
  /** A text of strangers, of at most so many chars. */
  text?: (row: T) => string | undefined;
  most?: number;
  cell?: (row: T) => ComponentChildren;
  /** By what rows are sorted that have neither. */
  by?: (row: T) => number | string;
  /** Whether it is on the right. @default as what it shows */
  isNumber?: boolean;
}

function shownIn<T>({ number, show = whole, text, most = 80, cell }: Column<T>, row: T): ComponentChildren {
  if (cell !== undefined) return cell(row);
  return number === undefined ? <SafeText text={text?.(row) ?? "–"} most={most} /> : show(number(row));
}

/** By what rows are sorted; undefined: this column does not sort. */
function orderOf<T>({ number, text, by }: Column<T>): ((row: T) => number | string) | undefined {
  if (number !== undefined) return (row) => number(row) ?? Number.NEGATIVE_INFINITY;
  return by ?? (text && ((row) => text(row) ?? ""));
}

/** What was saved; a loss is marked. */
export const savedMoney = (value: number | undefined): ComponentChildren => (
  <span class={(value ?? 0) < 0 ? "bad" : ""}>{money(value)}</span>
);

interface Sort {
  column: number;
  isDown: boolean;
}

const FIRST_ROWS = 12;

/** A table of few rows, sorted by a click on a title; further rows on demand. */
export function DataTable<T>({
  caption,
  columns,
  rows,
  keyOf,
}: {
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
}) {
  const [sort, setSort] = useState<Sort>();
  const [most, setMost] = useState(FIRST_ROWS);
  const chosen = sort && columns[sort.column];
  const by = chosen && orderOf(chosen);
  const sorted = by === undefined ? rows : [...rows].sort((a, b) => compare(by(a), by(b)) * (sort?.isDown ? -1 : 1));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than the page scrolls by keyboard, too
    // biome-ignore lint/a11y/useSemanticElements: a section would be a landmark
    <div class="scroll" tabIndex={0} role="group" aria-label={caption}>
      <table class="data">
        <caption class="unseen">{caption}</caption>
        <Titles columns={columns} sort={sort} onSort={setSort} />
        <tbody>
          {sorted.slice(0, most).map((row) => (
            <Cells key={keyOf(row)} columns={columns} row={row} />
          ))}
        </tbody>
      </table>
      {rows.length > most && (
        <button type="button" class="plain more" onClick={() => setMost(most + 200)}>
          Show more: {rows.length - most} left
        </button>
      )}
    </div>
  );
}

function Titles<T>({
  columns,
  sort,
  onSort,
}: {
  columns: readonly Column<T>[];
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}) {
  return (
    <thead>
      <tr>
        {columns.map((one, column) => {
          const { title, number, isNumber = number !== undefined } = one;
          const isDown = sort?.column === column ? sort.isDown : undefined;
          const direction = isDown === undefined ? undefined : isDown ? "descending" : "ascending";
          return (
            <th key={title} scope="col" class={isNumber ? "number" : ""} aria-sort={direction}>
              {orderOf(one) === undefined ? (
                title
              ) : (
                <button
                  type="button"
                  class="plain"
                  onClick={() => onSort({ column, isDown: isDown === undefined ? isNumber : !isDown })}
                >
                  {title}
                  {isDown === undefined ? "" : isDown ? " ↓" : " ↑"}
                </button>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function Cells<T>({ columns, row }: { columns: readonly Column<T>[]; row: T }) {
  return (
    <tr>
      {columns.map((column, index) => {
        const { title, number, isNumber = number !== undefined } = column;
        const content = shownIn(column, row);
        return index === 0 ? (
          <th key={title} scope="row" data-title={title}>
            {content}
          </th>
        ) : (
          <td key={title} data-title={title} class={isNumber ? "number" : ""}>
            {content}
          </td>
        );
      })}
    </tr>
  );
}

const compare = (a: number | string, b: number | string): number =>
  typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
