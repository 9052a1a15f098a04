import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

/** A column: what it shows, and by what it sorts. */
export interface Column<T> {
  title: string;
  /** What is shown. */
  cell: (row: T) => ComponentChildren;
  /** By what rows are sorted; without it the column does not sort. */
  by?: (row: T) => number | string;
  /** Numbers are on the right. */
  isNumber?: boolean;
}

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
  const by = sort === undefined ? undefined : columns[sort.column]?.by;
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
        {columns.map(({ title, by, isNumber = false }, column) => {
          const isDown = sort?.column === column ? sort.isDown : undefined;
          const direction = isDown === undefined ? undefined : isDown ? "descending" : "ascending";
          return (
            <th key={title} scope="col" class={isNumber ? "number" : ""} aria-sort={direction}>
              {by === undefined ? (
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
      {columns.map(({ title, cell, isNumber }, index) =>
        index === 0 ? (
          <th key={title} scope="row" data-title={title}>
            {cell(row)}
          </th>
        ) : (
          <td key={title} data-title={title} class={isNumber ? "number" : ""}>
            {cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}

const compare = (a: number | string, b: number | string): number =>
  typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
