import { useMemo, useRef, useState } from "preact/hooks";
import type { ChangeKind, DiffBlock, DiffMessage, OriginalAnswer } from "../../api.js";
import { type DiffView, layOut } from "../diff/rows.js";
import { VirtualList } from "../parts/virtual-list.js";
import { ask, toFailure } from "../state/ask.js";
import { say } from "../state/say.js";
import { useKeys } from "../state/use-keys.js";
import { useMedia } from "../state/use-media.js";
import { useWidth } from "../state/use-width.js";
import { KINDS } from "../text/causes.js";
import { whole } from "../text/format.js";
import { type DiffActions, DiffLine } from "./diff-line.js";

const ROW_PX = 20;
const GUTTER_CHARS = 9;
/** Width of a char of the rows' font: 12.5 px, of which letters take six tenths. */
const CHAR_PX = 7.6;
const FIRST_WIDTH_PX = 800;

/** A request before and after, with what changed marked by colour, letter and pattern. */
export function Diff({ id, messages }: { id: string; messages: readonly DiffMessage[] }) {
  const state = useDiff(id, messages);
  const { box, rows, view, actions, show, jump } = state;
  useKeys({ n: () => jump(1), p: () => jump(-1) });
  return (
    <div class="diff" ref={box}>
      <Tools messages={messages} state={state} />
      {rows.length === 0 ? (
        <p class="empty">Nothing changed, or all of it is hidden.</p>
      ) : (
        <VirtualList
          class={view.isSplit ? "diff-rows split" : "diff-rows"}
          role="region"
          label="Before and after"
          count={rows.length}
          rowPx={ROW_PX}
          show={show}
          render={(index, top) => {
            const row = rows[index];
            if (row === undefined) return null;
            const isOpen = row.row === "pointer" && view.originals.has(row.pointer);
            return (
              <DiffLine key={index} row={row} top={top} isSplit={view.isSplit} actions={actions} isOpen={isOpen} />
            );
          }}
        />
      )}
    </div>
  );
}

/** How the comparison is shown, its rows, and what changes that. */
function useDiff(id: string, messages: readonly DiffMessage[]) {
  const isWide = useMedia("(min-width: 1100px)");
  const [options, setOptions] = useState(FIRST_OPTIONS);
  const isSplit = options.isSplit ?? isWide;
  const { box, width = FIRST_WIDTH_PX } = useWidth<HTMLDivElement>();
  const columns = Math.max(20, Math.floor(((isSplit ? width / 2 : width) - 24) / CHAR_PX) - GUTTER_CHARS);
  const view = useMemo<DiffView>(() => ({ ...options, isSplit, columns }), [options, isSplit, columns]);
  const { rows, changes } = useMemo(() => layOut(messages, view), [messages, view]);
  const [show, setShow] = useState<{ index: number; round: number }>();
  const current = useRef<number | undefined>(undefined);
  const jump = (step: 1 | -1) => {
    if (changes.length === 0) return;
    const from = current.current ?? (step === 1 ? -1 : 0);
    current.current = (from + step + changes.length) % changes.length;
    // Shown with some of what is below it.
    setShow({ index: Math.min(rows.length - 1, (changes[current.current] ?? 0) + 8), round: (show?.round ?? 0) + 1 });
  };
  const change: Change = (changed) => setOptions((old) => ({ ...old, ...changed(old) }));
  const hasChanges = changes.length > 0;
  return { box, view, rows, hasChanges, show, jump, change, actions: actionsOf(id, options, change) };
}

interface Options extends Omit<DiffView, "columns" | "isSplit"> {
  /** Undefined: as wide as the page is. */
  isSplit: boolean | undefined;
}

const FIRST_OPTIONS: Options = {
  isSplit: undefined,
  changedOnly: false,
  hidden: new Set(),
  turned: new Set(),
  whole: new Map(),
  originals: new Map(),
};

/** Changes options, by what they are then: an answer comes later than it was asked for. */
type Change = (changed: (old: Options) => Partial<Options>) => void;

function actionsOf(id: string, { originals }: Options, change: Change): DiffActions {
  const path = `reductions/${encodeURIComponent(id)}`;
  return {
    turn: (key) => change(({ turned }) => ({ turned: toggled(turned, key) })),
    loadWhole: async (key) => {
      const [message = "", block = ""] = key.split("/");
      const answer = await asked<DiffBlock>(`${path}/block`, { message, block });
      if (answer !== undefined) change(({ whole }) => ({ whole: new Map(whole).set(key, answer) }));
    },
    openPointer: async (pointer) => {
      const isOpen = originals.has(pointer);
      const answer = isOpen ? undefined : await asked<OriginalAnswer>(`${path}/original`, { pointer });
      change((old) => {
        const next = new Map(old.originals);
        if (isOpen) next.delete(pointer);
        else if (answer !== undefined) next.set(pointer, answer.text);
        return { originals: next };
      });
    },
  };
}

function Tools({ messages, state }: { messages: readonly DiffMessage[]; state: ReturnType<typeof useDiff> }) {
  const { hasChanges, view, jump, change } = state;
  return (
    <div class="bar-above">
      <span class="buttons">
        <button type="button" title="Key p" onClick={() => jump(-1)} disabled={!hasChanges}>
          ↑ Change
        </button>
        <button type="button" title="Key n" onClick={() => jump(1)} disabled={!hasChanges}>
          ↓ Change
        </button>
      </span>
      <label>
        <input type="checkbox" checked={view.isSplit} onChange={() => change(() => ({ isSplit: !view.isSplit }))} />{" "}
        Side by side
      </label>
      <label>
        <input
          type="checkbox"
          checked={view.changedOnly}
          onChange={() => change(() => ({ changedOnly: !view.changedOnly }))}
        />{" "}
        Changes only
      </label>
      <Legend
        messages={messages}
        hidden={view.hidden}
        onToggle={(kind) => change(({ hidden }) => ({ hidden: toggled(hidden, kind) }))}
      />
    </div>
  );
}

function toggled<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}

async function asked<T>(path: string, query: Record<string, string | number>): Promise<T | undefined> {
  try {
    return await ask<T>(path, { query });
  } catch (error) {
    say(toFailure(error).message, { isError: true });
    return undefined;
  }
}

function Legend({
  messages,
  hidden,
  onToggle,
}: {
  messages: readonly DiffMessage[];
  hidden: ReadonlySet<ChangeKind>;
  onToggle: (kind: ChangeKind) => void;
}) {
  const counts = useMemo(() => countKinds(messages), [messages]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame's name to each button
    <span class="legend" role="group" aria-label="Kinds of changes; a click hides one">
      {[...counts].map(([kind, count]) => (
        <button
          key={kind}
          type="button"
          class={`key k-${kind}`}
          aria-pressed={!hidden.has(kind)}
          title={KINDS[kind].about}
          onClick={() => onToggle(kind)}
        >
          <b aria-hidden="true">{KINDS[kind].letter}</b> {KINDS[kind].word} {whole(count)}
        </button>
      ))}
    </span>
  );
}

function countKinds(messages: readonly DiffMessage[]): Map<ChangeKind, number> {
  const counts = new Map<ChangeKind, number>();
  for (const { blocks } of messages) {
    for (const { change } of blocks) if (change !== "kept") counts.set(change, (counts.get(change) ?? 0) + 1);
  }
  return counts;
}
