import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { ReductionDetail, RequestRow } from "../../api.js";
import { SafeText } from "../parts/safe-text.js";
import { Answer, Empty } from "../parts/states.js";
import { requests } from "../state/requests.js";
import { hrefOf } from "../state/route.js";
import { useAsk } from "../state/use-ask.js";
import { CAUSES } from "../text/causes.js";
import { bytes, counted, micros, moment, money, percent, whole } from "../text/format.js";
import { lossText, phaseText } from "../text/words.js";
import { Compare } from "./compare.js";
import { Decisions, References, Scores } from "./decisions.js";
import { Diff } from "./diff.js";

/** One reduction in full. */
export function Detail({ id }: { id: string }) {
  const asked = useAsk<ReductionDetail>(`reductions/${encodeURIComponent(id)}`);
  return (
    <section class="detail" aria-label="The chosen request">
      <p class="back">
        <a href={hrefOf("reductions")}>← All requests</a>
      </p>
      <Answer asked={asked} label="Loading the request">
        {(data) => <Reduction data={data} />}
      </Answer>
    </section>
  );
}

/** A reduction, wherever it is from. */
export function Reduction({ data }: { data: ReductionDetail }) {
  const [tab, setTab] = useState("diff");
  const changed = data.decisions.filter(({ action }) => action !== "keep").length;
  const tabs = [
    { id: "diff", label: "Before and after" },
    // Condensations decide by scores.
    ...(data.decisions.length === 0 && data.preserved !== undefined
      ? []
      : [{ id: "decisions", label: `Decisions (${changed}/${data.decisions.length})` }]),
    { id: "references", label: `References (${data.references.length})` },
    ...(data.scores === undefined ? [] : [{ id: "scores", label: "Importance" }]),
    { id: "compare", label: "Compare" },
  ];
  return (
    <>
      <Summary data={data} />
      <Tabs name="detail" label="Parts of the reduction" tabs={tabs} value={tab} onChoose={setTab}>
        {tab === "diff" &&
          (data.diff === undefined ? (
            <Empty title="The texts are gone">
              <p>
                <SafeText text={data.bodyGone ?? "No body is kept of this request."} most={500} />
              </p>
            </Empty>
          ) : (
            <Diff id={data.id} messages={data.diff} />
          ))}
        {tab === "decisions" && <Decisions decisions={data.decisions} />}
        {tab === "references" && <References id={data.id} references={data.references} />}
        {tab === "scores" && <Scores scores={data.scores ?? []} types={data.types ?? []} />}
        {tab === "compare" && <Compare id={data.id} />}
      </Tabs>
    </>
  );
}

function Summary({ data }: { data: ReductionDetail }) {
  const { numbers, feedback, phases, notes, preserved } = data;
  // Its bill, or why the cache missed, may have come since.
  const row = requests.value.rows.find(({ id }) => id === data.id) ?? data.row;
  const share = numbers.tokensBefore > 0 ? 1 - numbers.tokensAfter / numbers.tokensBefore : 0;
  return (
    <header class="summary">
      <h2>
        <SafeText text={data.doneBy} most={160} />: {whole(numbers.tokensBefore)} → {whole(numbers.tokensAfter)} tokens{" "}
        <small>
          ({percent(-share)}, {micros(numbers.elapsedMicros)})
        </small>
      </h2>
      {row !== undefined && <About row={row} />}
      <div class="summary-parts">
        <pre class="feedback">
          <SafeText text={feedback} most={4000} hasLines={true} />
        </pre>
        <div class="numbers">
          {phases.length > 0 && <Phases phases={phases} />}
          <Counts data={data} />
        </div>
      </div>
      {preserved !== undefined && (
        <p class="dim">
          Kept word for word: {counted(preserved.userMessages, "message")} of the user
          {preserved.decisions !== undefined && `, ${counted(preserved.decisions, "decision")}`}
          {preserved.pinned > 0 && `, ${whole(preserved.pinned)} pinned`}
        </p>
      )}
      {notes.length > 0 && (
        <ul class="notes">
          {notes.map((note) => (
            <li key={note}>
              <SafeText text={note} most={600} />
            </li>
          ))}
        </ul>
      )}
    </header>
  );
}

function About({ row }: { row: RequestRow }) {
  const facts = [moment(row.at), row.model, row.wire, row.agent, row.policy, row.session && `session ${row.session}`];
  return (
    <>
      <p class="dim facts">
        {facts.filter(Boolean).map((fact) => (
          <span key={fact}>
            <SafeText text={String(fact)} most={80} />
          </span>
        ))}
        {row.session !== undefined && <a href={hrefOf("sessions", `ledger:${row.session}`)}>turn by turn</a>}
      </p>
      <dl class="bill">
        <Fact
          title="Bill"
          text={`${money(row.cost)} (${money(row.otherCost)} ${row.mode === "reduce" ? "without" : "with it reduced"})`}
        />
        <Fact
          title="Billed tokens"
          text={`${whole(row.input)} in, ${whole(row.cached)} from the cache, ${whole(row.output)} out`}
        />
        {row.cache !== undefined && (
          <Fact title={`Cache: ${CAUSES[row.cache.cause].toLowerCase()}`} text={row.cache.message} />
        )}
        {row.why !== undefined && (
          <Fact title={(row.saved ?? 0) <= 0 ? "Why nothing was saved" : "Why not more"} text={row.why} />
        )}
      </dl>
    </>
  );
}

function Fact({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <SafeText text={text} most={600} />
      </dd>
    </div>
  );
}

function Phases({ phases }: { phases: ReductionDetail["phases"] }) {
  const most = Math.max(1, ...phases.map(({ tokensBefore }) => tokensBefore));
  return (
    <ol class="phases" aria-label="Phases">
      {phases.map(({ name, kind, tokensBefore, tokensAfter, ms, note }) => (
        <li key={name}>
          <span>
            <SafeText text={phaseText(name)} most={40} /> <small>{lossText(kind)}</small>
          </span>
          <span class="number">
            {whole(tokensBefore)} → {whole(tokensAfter)} {ms !== undefined && <small>{micros(ms * 1000)}</small>}
          </span>
          <span class="bar" aria-hidden="true">
            <i class="gone" style={{ width: `${(tokensBefore / most) * 100}%` }} />
            <i style={{ width: `${(tokensAfter / most) * 100}%` }} />
          </span>
          {note !== undefined && (
            <small>
              <SafeText text={note} most={300} />
            </small>
          )}
        </li>
      ))}
    </ol>
  );
}

function Counts({ data: { numbers } }: { data: ReductionDetail }) {
  const counts: [string, number][] = [
    ["masked", numbers.masked],
    ["clipped", numbers.clipped],
    ["shortened", numbers.shortened],
    ["deduplicated", numbers.deduplicated],
    ["consolidated", numbers.consolidated],
    ["summarised", numbers.summarised],
    ["dropped", numbers.dropped],
    ["arguments", numbers.shortenedArguments],
    ["thinking removed", numbers.thinkingRemoved],
  ];
  const shown = counts.filter(([, count]) => count > 0);
  return (
    <dl class="counts">
      {shown.map(([name, count]) => (
        <div key={name}>
          <dd>{whole(count)}</dd>
          <dt>{name}</dt>
        </div>
      ))}
      <div>
        <dd>
          {whole(numbers.messages)} → {whole(numbers.messagesAfter)}
        </dd>
        <dt>messages</dt>
      </div>
      {numbers.bytesBefore !== undefined && (
        <div>
          <dd>
            {bytes(numbers.bytesBefore)} → {bytes(numbers.bytesAfter)}
          </dd>
          <dt>size</dt>
        </div>
      )}
      {numbers.costBefore !== undefined && (
        <div>
          <dd>
            {money(numbers.costBefore)} → {money(numbers.costAfter)}
          </dd>
          <dt>without any cache</dt>
        </div>
      )}
    </dl>
  );
}

/** Parts of a view, of which one is shown. Arrow keys move between their tabs. */
function Tabs({
  name,
  label,
  tabs,
  value,
  onChoose,
  children,
}: {
  name: string;
  label: string;
  tabs: readonly { id: string; label: string }[];
  value: string;
  onChoose: (id: string) => void;
  children: ComponentChildren;
}) {
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex(({ id }) => id === value);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    onChoose(next.id);
    document.getElementById(`tab-${name}-${next.id}`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`tab-${name}-${tab.id}`}
            aria-selected={tab.id === value}
            aria-controls={`panel-${name}`}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onChoose(tab.id)}
            onKeyDown={onKey}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div class="panel" role="tabpanel" id={`panel-${name}`} aria-labelledby={`tab-${name}-${value}`}>
        {children}
      </div>
    </>
  );
}
