import { useState } from "preact/hooks";
import type { CompareAnswer, CompareColumn, CompareRequest, SettingsAnswer } from "../../api.js";
import { SafeText } from "../parts/safe-text.js";
import { Failed, Waiting } from "../parts/states.js";
import { ask, type Failure, toFailure } from "../state/ask.js";
import { info } from "../state/info.js";
import { hrefOf } from "../state/route.js";
import { useAsk } from "../state/use-ask.js";
import { counted, micros, money, percent, whole } from "../text/format.js";

const MOST = 6;

/** The same request under several strategies, side by side. */
export function Compare({ id }: { id: string }) {
  const settings = useAsk<SettingsAnswer>("settings");
  const presets = info.value?.presets ?? [];
  const names = [
    { name: "configured", label: "Policy in use" },
    ...presets.map((name) => ({ name, label: `Preset ${name}` })),
    ...(settings.data?.strategies ?? []).map(({ name, label }) => ({ name, label })),
  ];
  const [chosen, setChosen] = useState<readonly string[]>(["configured", "native", "smart"]);
  const [state, setState] = useState<{ answer?: CompareAnswer; failure?: Failure; isLoading: boolean }>({
    isLoading: false,
  });
  const run = async () => {
    setState({ isLoading: true });
    const body: CompareRequest = { id, strategies: [...chosen] };
    try {
      setState({ answer: await ask<CompareAnswer>("compare", { body }), isLoading: false });
    } catch (error) {
      setState({ failure: toFailure(error), isLoading: false });
    }
  };
  const toggle = (name: string) =>
    setChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name].slice(-MOST));
  return (
    <div class="compare">
      <fieldset class="checks">
        <legend>Strategies, at most {MOST}</legend>
        {names.map(({ name, label }) => (
          <label key={name}>
            <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />{" "}
            <SafeText text={label} most={60} />
          </label>
        ))}
      </fieldset>
      <button type="button" class="main" onClick={run} disabled={chosen.length === 0 || state.isLoading}>
        Compare
      </button>
      {state.isLoading && <Waiting label="Reducing under each strategy" />}
      {state.failure !== undefined && <Failed failure={state.failure} retry={run} />}
      {state.answer !== undefined && <Columns columns={state.answer.columns} />}
    </div>
  );
}

function Columns({ columns }: { columns: readonly CompareColumn[] }) {
  const fewest = Math.min(...columns.map(({ numbers }) => numbers?.tokensAfter ?? Number.POSITIVE_INFINITY));
  return (
    <div class="columns">
      {columns.map((column) => (
        <article key={column.strategy} class={column.numbers?.tokensAfter === fewest ? "card fewest" : "card"}>
          <h3>
            <SafeText text={column.label} most={60} />
            {column.numbers?.tokensAfter === fewest && <b class="badge good">fewest tokens</b>}
          </h3>
          {column.problem !== undefined && (
            <p class="warning">
              <SafeText text={column.problem} most={500} />
            </p>
          )}
          <Numbers column={column} />
          {column.feedback !== undefined && (
            <pre class="feedback">
              <SafeText text={column.feedback} most={2000} hasLines={true} />
            </pre>
          )}
          {column.id !== undefined && <a href={hrefOf("reductions", column.id)}>Before and after</a>}
        </article>
      ))}
    </div>
  );
}

function Numbers({ column: { numbers, userMessagesChanged } }: { column: CompareColumn }) {
  if (numbers === undefined) return null;
  const {
    tokensBefore,
    tokensAfter,
    costAfter,
    elapsedMicros,
    masked,
    deduplicated,
    consolidated,
    summarised,
    dropped,
  } = numbers;
  const share = tokensBefore > 0 ? tokensAfter / tokensBefore - 1 : 0;
  return (
    <>
      <p class="big">
        {whole(tokensAfter)} <small>tokens ({percent(share)})</small>
      </p>
      <span class="bar" aria-hidden="true">
        <i style={{ width: `${Math.min(1, 1 + share) * 100}%` }} />
      </span>
      <p class="dim">
        {costAfter !== undefined && `${money(costAfter)} without any cache · `}
        {micros(elapsedMicros)}
      </p>
      <p class="dim">
        {[
          [masked, "masked"],
          [deduplicated, "deduplicated"],
          [consolidated, "consolidated"],
          [summarised, "summarised"],
          [dropped, "dropped"],
        ]
          .filter(([count]) => Number(count) > 0)
          .map(([count, word]) => `${whole(Number(count))} ${word}`)
          .join(", ") || "nothing changed"}
      </p>
      {userMessagesChanged !== undefined && (
        <p class={userMessagesChanged > 0 ? "warning" : "good"}>
          {userMessagesChanged > 0
            ? `No longer word for word: ${counted(userMessagesChanged, "message")} of the user`
            : "✓ every message of the user is word for word"}
        </p>
      )}
    </>
  );
}
