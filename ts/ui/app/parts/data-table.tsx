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
  const [sort, setSort] = useState<{ column: number; isDown: boolean }>();
  const [most, setMost] = useState(FIRST_ROWS);
  const by = sort === undefined ? undefined : columns[sort.column]?.by;
  const sorted = by === undefined ? rows : [...rows].sort((a, b) => compare(by(a), by(b)) * (sort?.isDown ? -1 : 1));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than the page scrolls by keyboard, too
    // biome-ignore lint/a11y/useSemanticElements: a section would be a landmark
    <div class="scroll" tabIndex={0} role="group" aria-label={caption}>
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, by: sortable, isNumber }, index) => (
              <th
                key={title}
                scope="col"
                class={isNumber ? "number" : ""}
                aria-sort={sort?.column === index ? (sort.isDown ? "descending" : "ascending") : undefined}
              >
                {sortable === undefined ? (
                  title
                ) : (
                  <button
                    type="button"
                    class="plain"
                    onClick={() =>
                      setSort({ column: index, isDown: sort?.column === index ? !sort.isDown : isNumber === true })
                    }
                  >
                    {title}
                    {sort?.column === index ? (sort.isDown ? " ↓" : " ↑") : ""}
                  </button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, most).map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell, isNumber }, index) =>
                index === 0 ? (
                  <th key={title} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={title} class={isNumber ? "number" : ""}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
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

const compare = (a: number | string, b: number | string): number =>
  typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
