import { useState } from "preact/hooks";
import type { DecisionRow, OriginalAnswer, ReductionDetail, ReferenceRow, ScoreRow } from "../../api.js";
import { Bars } from "../parts/bars.js";
import { DataTable } from "../parts/data-table.js";
import { SafeText } from "../parts/safe-text.js";
import { Empty, Failed } from "../parts/states.js";
import { ask, type Failure, toFailure } from "../state/ask.js";
import { counted, short } from "../text/format.js";
import { typeText } from "../text/words.js";

/** What was decided about each block, and why. */
export function Decisions({ decisions }: { decisions: readonly DecisionRow[] }) {
  if (decisions.length === 0) {
    return (
      <Empty title="There was nothing to decide">
        <p>The request has no tool results, thinking or calls that could be made smaller.</p>
      </Empty>
    );
  }
  return (
    <DataTable
      caption="Decisions"
      rows={decisions}
      keyOf={({ messageIndex, blockIndex, action, reason }) => `${messageIndex}/${blockIndex}/${action}/${reason}`}
      columns={[
        {
          title: "Message",
          cell: ({ messageIndex, blockIndex }) => `${messageIndex}${blockIndex > 0 ? `.${blockIndex}` : ""}`,
          by: ({ messageIndex, blockIndex }) => messageIndex * 10_000 + blockIndex,
        },
        {
          title: "Tool, and what it gave",
          cell: ({ toolName, what }) => (
            <>
              <SafeText text={toolName ?? "–"} most={60} />
              <What text={what} />
            </>
          ),
          by: ({ toolName, role }) => `${toolName} ${role}`,
        },
        {
          title: "Done",
          cell: ({ action }) => <b class={`badge act-${action}`}>{action}</b>,
          by: ({ action }) => action,
        },
        {
          title: "Why",
          cell: ({ why, reason }) => (
            <span title={reason}>
              <SafeText text={why} most={400} />
            </span>
          ),
          by: ({ reason }) => reason,
        },
        { title: "Chars before", number: ({ charsBefore }) => charsBefore },
        { title: "after", number: ({ charsAfter }) => charsAfter },
      ]}
    />
  );
}

const What = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <small class="dim role">
      <SafeText text={text} most={120} />
    </small>
  );

/** Pointers of the reduced request; each opens what it replaced. */
export function References({ id, references }: { id: string; references: readonly ReferenceRow[] }) {
  if (references.length === 0) {
    return (
      <Empty title="No references">
        <p>Nothing in this request repeats something else, or repeats are not looked for.</p>
      </Empty>
    );
  }
  return (
    <ol class="references">
      {references.map((reference) => (
        <Reference key={reference.pointer} id={id} reference={reference} />
      ))}
    </ol>
  );
}

function Reference({ id, reference }: { id: string; reference: ReferenceRow }) {
  const [original, setOriginal] = useState<OriginalAnswer>();
  const [failure, setFailure] = useState<Failure>();
  const { messageIndex, originalIndex, type, path, operation, hash, pointer } = reference;
  const open = async () => {
    if (original !== undefined) return setOriginal(undefined);
    try {
      setOriginal(await ask<OriginalAnswer>(`reductions/${encodeURIComponent(id)}/original`, { query: { pointer } }));
      setFailure(undefined);
    } catch (error) {
      setFailure(toFailure(error));
    }
  };
  return (
    <li>
      <button type="button" class="plain" aria-expanded={original !== undefined} onClick={open}>
        Message {messageIndex} points to message {originalIndex}
      </button>{" "}
      <span class="dim">
        {type} <SafeText text={path ?? operation ?? ""} most={160} /> · {hash.slice(0, 12)}
      </span>
      {failure !== undefined && <Failed failure={failure} />}
      {original !== undefined && <Original original={original} />}
    </li>
  );
}

function Original({ original }: { original: OriginalAnswer }) {
  return (
    <div class="original">
      <p class={original.isVerified ? "good" : "bad"}>
        {original.isVerified
          ? "✓ The same as what the pointer replaced, by its hash."
          : "✗ Its hash is not that of the pointer."}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long texts scroll by keyboard, too */}
      <pre tabIndex={0}>
        <SafeText text={original.text} most={20_000} hasLines={true} />
      </pre>
    </div>
  );
}

const PARTS: Record<string, string> = {
  base: "by its type",
  recency: "by its age",
  reference: "later parts use its words",
  topic: "its words are still in use",
  size: "by its size",
  decision: "it decides something",
  error: "it is an error, or follows from one",
  correction: "the user corrects it",
};

/** How much depends on each block: what scores high goes last. */
export function Scores({
  scores,
  types,
}: {
  scores: readonly ScoreRow[];
  types: NonNullable<ReductionDetail["types"]>;
}) {
  return (
    <>
      {types.length > 0 && (
        <div class="card">
          <h3>What is left, by type</h3>
          <Bars
            label="Tokens that are left of each type"
            bars={types.map(({ type, blocks, tokensBefore, tokensAfter }) => ({
              name: typeText(type),
              share: tokensAfter / Math.max(1, tokensBefore),
              text: `${short(tokensAfter)} of ${short(tokensBefore)} tokens`,
              note: counted(blocks, "part"),
            }))}
          />
        </div>
      )}
      <ScoreTable scores={scores} />
    </>
  );
}

function ScoreTable({ scores }: { scores: readonly ScoreRow[] }) {
  const most = Math.max(1e-9, ...scores.map(({ score }) => score));
  return (
    <DataTable
      caption="Importance of each part"
      rows={scores.map((row, index) => ({ ...row, index }))}
      keyOf={({ index }) => String(index)}
      columns={[
        {
          title: "Message",
          cell: ({ messageIndex }) => String(messageIndex),
          by: ({ messageIndex }) => messageIndex,
        },
        { title: "Type", cell: ({ type }) => typeText(type), by: ({ type }) => type },
        {
          title: "Score",
          cell: ({ score, isCritical }) => (
            <span class="score">
              {score.toFixed(2)}
              <i class="spark" aria-hidden="true">
                <i style={{ width: `${(score / most) * 100}%` }} />
              </i>
              {isCritical && <b class="badge">on the way to the newest</b>}
            </span>
          ),
          by: ({ score }) => score,
          isNumber: true,
        },
        {
          title: "Made of",
          cell: ({ parts }) =>
            Object.entries(parts)
              .filter(([, value]) => value !== 0)
              .map(([name, value]) => `${value > 0 ? "+" : "−"}${Math.abs(value).toFixed(2)} ${PARTS[name] ?? name}`)
              .join(", "),
        },
      ]}
    />
  );
}
