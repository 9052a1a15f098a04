import { useRef, useState } from "preact/hooks";
import type { ExportAnswer, ImportAnswer, ImportRequest, SettingsAnswer } from "../../api.js";
import { saveAs } from "../parts/download.js";
import { SafeText } from "../parts/safe-text.js";
import { Failed } from "../parts/states.js";
import { ask, type Failure, toFailure } from "../state/ask.js";
import { say } from "../state/say.js";
import { useNewest } from "../state/use-newest.js";
import { counted } from "../text/format.js";
import { forgetAll, scope, undo } from "./drafts.js";

/** Export and import of all settings; an import is shown before it is made. */
export function Transfer({ set }: { set: (settings: SettingsAnswer) => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button type="button" onClick={() => void exportAll()}>
        Export
      </button>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        Import
      </button>
      <dialog ref={dialog} aria-labelledby="import-title">
        <Import set={set} close={() => dialog.current?.close()} />
      </dialog>
    </>
  );
}

function Import({ set, close }: { set: (settings: SettingsAnswer) => void; close: () => void }) {
  const { text, preview, failure, look, take } = useImport(set, close);
  const isReady = preview !== undefined && preview.refused.length === 0 && preview.changes.length > 0;
  return (
    <>
      <h2 id="import-title">Import settings</h2>
      <input
        type="file"
        accept=".json"
        aria-label="File of settings"
        onChange={async ({ currentTarget }) => look((await currentTarget.files?.[0]?.text()) ?? "")}
      />
      <textarea
        rows={5}
        aria-label="Or its text"
        placeholder="or paste its text"
        value={text}
        onInput={({ currentTarget }) => void look(currentTarget.value)}
      />
      {failure !== undefined && <Failed failure={failure} />}
      {preview !== undefined && <Preview preview={preview} />}
      <div class="buttons end">
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="button" class="main" disabled={!isReady} onClick={() => void take()}>
          Import
        </button>
      </div>
    </>
  );
}

function useImport(set: (settings: SettingsAnswer) => void, close: () => void) {
  const [text, setText] = useState("");
  const [preview, setPreview] = useState<ImportAnswer>();
  const [failure, setFailure] = useState<Failure>();
  const send = async (body: ImportRequest) => {
    try {
      const answer = await ask<ImportAnswer>("settings/import", { body });
      setFailure(undefined);
      return answer;
    } catch (error) {
      setPreview(undefined);
      setFailure(toFailure(error));
      return undefined;
    }
  };
  const begin = useNewest();
  const look = async (next: string) => {
    const isNewest = begin();
    setText(next);
    // What is imported is what was shown.
    setPreview(undefined);
    const answer = next.trim() === "" ? undefined : await send({ scope: scope.value, text: next, dryRun: true });
    if (isNewest()) setPreview(answer);
  };
  const take = async () => {
    const answer = await send({ scope: scope.value, text });
    if (answer === undefined) return;
    forgetAll();
    set(answer.settings);
    close();
    const action = { label: "Undo", run: () => void undo(set) };
    say(`Imported: ${counted(answer.changes.length, "change")}.`, { action });
  };
  return { text, preview, failure, look, take };
}

async function exportAll(): Promise<void> {
  try {
    const { name, text } = await ask<ExportAnswer>("settings/export");
    saveAs(name, text, "application/json");
    say(`Saved ${name}.`);
  } catch (error) {
    say(toFailure(error).message, { isError: true });
  }
}

function Preview({ preview: { changes, refused } }: { preview: ImportAnswer }) {
  return (
    <div class="preview" role="status">
      <p>{changes.length === 0 ? "Nothing would change." : `${counted(changes.length, "setting")} would change:`}</p>
      <ul class="lines">
        {changes.map(({ key, from, to }) => (
          <li key={key}>
            <code>
              <SafeText text={key} most={120} />
            </code>{" "}
            <del>
              <SafeText text={valueText(from)} most={120} />
            </del>{" "}
            → <SafeText text={valueText(to)} most={120} />
          </li>
        ))}
        {refused.map(({ path, message }) => (
          <li key={path} class="bad">
            <code>
              <SafeText text={path} most={120} />
            </code>{" "}
            <SafeText text={message} most={300} />
          </li>
        ))}
      </ul>
      {refused.length > 0 && <p class="bad">Nothing is imported while a setting is refused.</p>}
    </div>
  );
}

const valueText = (value: unknown): string => (value === undefined ? "not set" : JSON.stringify(value));
