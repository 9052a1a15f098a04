import type { ChangeKind, DiffSpan } from "../../api.js";
import type { Cut, DiffRow } from "../diff/rows.js";
import { SafeText } from "../parts/safe-text.js";
import { KINDS } from "../text/causes.js";
import { percent, whole } from "../text/format.js";

/** What rows can do. */
export interface DiffActions {
  /** Folds or unfolds a block. */
  turn: (key: string) => void;
  /** Shows all of a block's text. */
  loadWhole: (key: string) => void;
  /** Shows or hides what a pointer leads to. */
  openPointer: (pointer: string) => void;
}

/** One row of a comparison. */
export function DiffLine({
  row,
  top,
  isSplit,
  actions,
  isOpen,
}: {
  row: DiffRow;
  top: number;
  isSplit: boolean;
  actions: DiffActions;
  isOpen: boolean;
}) {
  const style = { transform: `translateY(${top}px)` };
  if (row.row === "line") return <TextRow row={row} style={style} isSplit={isSplit} />;
  if (row.row === "original") {
    return (
      <div class={`d-row d-original${row.last ? " last" : ""}`} style={style}>
        <SafeText text={row.text.text} />
      </div>
    );
  }
  return (
    <div class={`d-row d-${row.row}`} style={style}>
      {row.row === "message" && (
        <b>
          {row.message.index < 0 ? "New" : `#${row.message.index}`} <SafeText text={row.message.role} most={40} />
        </b>
      )}
      {row.row === "block" && <BlockHead row={row} actions={actions} />}
      {row.row === "rest" && (
        <button type="button" class="plain" onClick={() => actions.loadWhole(row.key)}>
          Show {whole(row.chars)} more chars of this block
        </button>
      )}
      {row.row === "pointer" && (
        <button type="button" class="plain" aria-expanded={isOpen} onClick={() => actions.openPointer(row.pointer)}>
          {isOpen ? "▾ Hide" : "▸ Show"} the original that the pointer leads to
        </button>
      )}
    </div>
  );
}

function BlockHead({ row, actions }: { row: DiffRow & { row: "block" }; actions: DiffActions }) {
  const { block, isFolded, key } = row;
  const share = block.charsBefore > 0 ? block.charsAfter / block.charsBefore - 1 : 0;
  return (
    <button type="button" class="plain" aria-expanded={!isFolded} onClick={() => actions.turn(key)}>
      <span aria-hidden="true">{isFolded ? "▸" : "▾"}</span> {block.type}{" "}
      {block.toolName !== undefined && (
        <code>
          <SafeText text={block.toolName} most={60} />
        </code>
      )}{" "}
      <b class={`key k-${block.change}`}>
        {KINDS[block.change].letter} {KINDS[block.change].word}
      </b>{" "}
      <small>
        {block.change === "kept"
          ? `${whole(block.charsBefore)} chars`
          : `${percent(share)}: ${whole(block.charsBefore)} → ${whole(block.charsAfter)} chars`}
        {block.why !== undefined && (
          <>
            {" · "}
            <SafeText text={block.why} most={300} />
          </>
        )}
      </small>
    </button>
  );
}

const SIGNS = { both: " ", before: "−", after: "+" } as const;
const SAID = { both: "", before: "before", after: "after" } as const;

function TextRow({
  row: { left, right, kind, side },
  style,
  isSplit,
}: {
  row: DiffRow & { row: "line" };
  style: { transform: string };
  isSplit: boolean;
}) {
  const half = (cut: Cut | undefined, own: DiffSpan["side"]) =>
    cut === undefined ? <span class="d-none" /> : <Side cut={cut} kind={kind} side={side === "both" ? side : own} />;
  return (
    <div class="d-row d-text" style={style}>
      {isSplit ? (
        <>
          {half(left, "before")}
          {half(right, "after")}
        </>
      ) : (
        half(left ?? right, side)
      )}
    </div>
  );
}

function Side({ cut, kind, side }: { cut: Cut; kind: ChangeKind; side: DiffSpan["side"] }) {
  return (
    <span class={side === "both" ? "d-side" : `d-side d-${side} k-${kind}`}>
      <span class="d-gutter" aria-hidden="true">
        {side === "both" ? "" : KINDS[kind].letter}
        {SIGNS[side]}
        <i>{cut.continues ? "↪" : Number.isNaN(cut.line) ? "" : cut.line + 1}</i>
      </span>
      {side !== "both" && <span class="unseen">{`${KINDS[kind].word}, ${SAID[side]}: `}</span>}
      <SafeText text={cut.text} />
    </span>
  );
}
