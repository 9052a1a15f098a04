import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { SettingsAnswer, TryAnswer } from "../../api.js";
import { SafeText } from "../parts/safe-text.js";
import { Failed, Waiting } from "../parts/states.js";
import { Reduction } from "../reductions/detail.js";
import { OwnLogs } from "../sessions/own-logs.js";
import { Problems, SessionTable } from "../sessions/sessions.js";
import { ask, type Failure, toFailure } from "../state/ask.js";
import { info } from "../state/info.js";
import { useAsk } from "../state/use-ask.js";
import { useNewest } from "../state/use-newest.js";
import { bytes, counted } from "../text/format.js";
import { visibleLine } from "../text/visible.js";

interface Material {
  name: string;
  text: string;
}

/** Longer texts are kept beside the field instead of in it, which would stall. */
const FIELD_CHARS = 200_000;

/** A request or a log of one's own, tried under a strategy. */
export function Trial() {
  const [material, setMaterial] = useState<Material>({ name: "", text: "" });
  const [strategy, setStrategy] = useState("configured");
  const { answer, failure, isLoading, run } = useTrial();
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const taken = { name: file.name, text: await file.text() };
    setMaterial(taken);
    await run(taken, strategy);
  };
  const choose = (value: string) => {
    setStrategy(value);
    if (answer?.kind === "request" || isLoading) void run(material, value);
  };
  const isEmpty = material.text.trim() === "";
  return (
    <>
      <h1>Try a request or a log</h1>
      <Drop onFile={take}>
        <p>
          Paste the JSON of a request, or drop a file here: a request of any provider, a log of Claude Code, a rollout
          of Codex. It is reduced on this machine; nothing is sent anywhere.
        </p>
        <Field material={material} onChange={setMaterial} />
        <div class="bar-above">
          <input
            type="file"
            aria-label="Choose a file"
            accept=".json,.jsonl,.txt"
            onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
          />
          <Strategy value={strategy} onChoose={choose} />
          <button type="button" class="main" disabled={isEmpty || isLoading} onClick={() => run(material, strategy)}>
            Try
          </button>
        </div>
      </Drop>
      {isLoading && <Waiting label="Reducing" />}
      {failure !== undefined && <Failed failure={failure} />}
      {answer !== undefined && <Tried answer={answer} />}
      {answer === undefined && failure === undefined && !isLoading && <OwnLogs />}
    </>
  );
}

interface Trying {
  answer?: TryAnswer;
  failure?: Failure;
  isLoading: boolean;
}

function useTrial() {
  const [state, setState] = useState<Trying>({ isLoading: false });
  const begin = useNewest();
  const run = async ({ name, text }: Material, strategy: string) => {
    const isNewest = begin();
    setState({ isLoading: true });
    const tried = await ask<TryAnswer>("try", { text, query: { name, strategy } }).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ failure: toFailure(error) }),
    );
    // What was asked for since is shown alone.
    if (isNewest()) setState({ ...tried, isLoading: false });
  };
  return { ...state, run };
}

/** Takes a file that is dropped on it. */
function Drop({ onFile, children }: { onFile: (file: File | undefined) => void; children: ComponentChildren }) {
  const [isOver, setOver] = useState(false);
  return (
    <section
      aria-label="What to try"
      class={isOver ? "drop over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFile(event.dataTransfer?.files[0]);
      }}
    >
      {children}
    </section>
  );
}

function Field({ material, onChange }: { material: Material; onChange: (material: Material) => void }) {
  if (material.text.length > FIELD_CHARS) {
    return (
      <p class="chosen-file">
        <b>
          <SafeText text={material.name || "Pasted text"} most={120} />
        </b>{" "}
        ({bytes(material.text.length)}){" "}
        <button type="button" onClick={() => onChange({ name: "", text: "" })}>
          Remove
        </button>
      </p>
    );
  }
  return (
    <textarea
      aria-label="The request or log"
      rows={6}
      spellcheck={false}
      placeholder='{"model": "…", "messages": [ … ]}'
      value={material.text}
      onInput={({ currentTarget }) => onChange({ name: "", text: currentTarget.value })}
    />
  );
}

function Strategy({ value, onChoose }: { value: string; onChoose: (value: string) => void }) {
  const settings = useAsk<SettingsAnswer>("settings");
  return (
    <label class="filter">
      <span>Strategy</span>
      <select value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        <option value="configured">the policy in use</option>
        <optgroup label="Presets of the policy">
          {(info.value?.presets ?? []).map((name) => (
            <option key={name} value={name}>
              {visibleLine(name, 60)}
            </option>
          ))}
        </optgroup>
        <optgroup label="Condensation">
          {(settings.data?.strategies ?? []).map(({ name, label }) => (
            <option key={name} value={name}>
              {visibleLine(label, 60)}
            </option>
          ))}
        </optgroup>
      </select>
    </label>
  );
}

function Tried({ answer }: { answer: TryAnswer }) {
  if (answer.kind === "request") {
    return (
      <section class="detail" aria-label="The reduction">
        <Reduction key={answer.reduction.id} data={answer.reduction} />
      </section>
    );
  }
  return (
    <section class="card" aria-label="Sessions of the log">
      <h2>
        A log of <SafeText text={answer.agent} most={60} />: {counted(answer.sessions.length, "session")}
      </h2>
      <Problems problems={answer.problems} />
      <SessionTable sessions={answer.sessions} />
    </section>
  );
}
