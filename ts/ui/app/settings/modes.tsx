import { useState } from "preact/hooks";
import type { ModeState, SettingField, SettingsAnswer } from "../../api.js";
import { SafeText } from "../parts/safe-text.js";
import { Tip } from "../parts/tip.js";
import { visibleLine } from "../text/visible.js";
import { typeText } from "../text/words.js";
import { Control } from "./controls.js";
import { change, drafts, forget, issueOf } from "./drafts.js";
import { PROVIDER } from "./strategy.js";

const keyOf = (mode: string, key: string) => `modes.${mode}.${key}`;

/** Settings of single modes of the agent; what a mode does not say is inherited, and shown as such. */
export function Modes({ settings }: { settings: SettingsAnswer }) {
  const [added, setAdded] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<string>();
  const [name, setName] = useState("");
  const names = [...new Set([...settings.modes.map((mode) => mode.name), ...added])];
  const open = chosen ?? names[0];
  const fields = settings.groups.flatMap((group) => group.fields).filter(({ perMode }) => perMode);
  const add = (event: Event) => {
    event.preventDefault();
    if (name.trim() === "") return;
    setAdded([...added, name.trim()]);
    setChosen(name.trim());
    setName("");
  };
  return (
    <section class="card" id="group-modes" tabIndex={-1} aria-labelledby="title-modes">
      <h2 id="title-modes">Modes</h2>
      <p class="dim">
        An agent's modes (code, architect, ask, …) may have settings of their own. What a mode does not say is
        inherited.
      </p>
      <div class="bar-above">
        {names.length > 0 && (
          <label class="filter">
            <span>Mode</span>
            <select value={open} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
              {names.map((mode) => (
                <option key={mode} value={mode}>
                  {visibleLine(mode, 60)}
                </option>
              ))}
            </select>
          </label>
        )}
        <form class="add" onSubmit={add}>
          <input
            type="text"
            aria-label="Name of another mode"
            placeholder="another mode"
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
          <button type="submit">Add</button>
        </form>
      </div>
      {open === undefined ? (
        <p class="dim">No mode has settings of its own yet.</p>
      ) : (
        <Mode
          name={open}
          state={settings.modes.find((mode) => mode.name === open)}
          fields={fields}
          strategies={settings.strategies}
        />
      )}
    </section>
  );
}

function Mode({
  name,
  state,
  fields,
  strategies,
}: {
  name: string;
  state: ModeState | undefined;
  fields: readonly SettingField[];
  strategies: SettingsAnswer["strategies"];
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add its name to each field
    <div class="mode" role="group" aria-label={`Settings of the mode ${visibleLine(name, 60)}`}>
      {fields.map((field) => (
        <ModeField key={field.key} mode={name} state={state} field={withChoices(field, strategies)} />
      ))}
    </div>
  );
}

/** The strategy is chosen from the same entries as above. */
function withChoices(field: SettingField, strategies: SettingsAnswer["strategies"]): SettingField {
  if (field.key !== PROVIDER) return field;
  return {
    ...field,
    control: { kind: "choice", choices: strategies.map(({ name: value, label }) => ({ value, label })) },
  };
}

function ModeField({ mode, state, field }: { mode: string; state: ModeState | undefined; field: SettingField }) {
  const key = keyOf(mode, field.key);
  const saved = state?.fields.find((one) => one.key === field.key);
  const isDraft = drafts.value.has(key);
  const draft = drafts.value.get(key);
  const wasOwn = saved !== undefined && !saved.isInherited;
  const isOwn = isDraft ? draft !== undefined : wasOwn;
  const value = isDraft && draft !== undefined ? draft : isOwn ? saved?.value : field.value;
  const issue = issueOf(key);
  const toggle = () => {
    if (isOwn) return wasOwn ? change(key, undefined) : forget(key);
    return wasOwn ? forget(key) : change(key, field.value ?? field.defaultValue ?? null);
  };
  return (
    <div class={issue === undefined ? "field" : "field wrong"}>
      <div class="field-head">
        <label id={`label-${key}`} for={`field-${key}`}>
          {field.label}
        </label>
        <Tip id={`tip-${key}`} about={`${field.label} in this mode`} text={field.description} />
        <label class="from">
          <input type="checkbox" checked={!isOwn} onChange={toggle} aria-label={`Inherit ${field.label}`} /> inherit
          {!isOwn && <span class="dim"> {shown(field)}</span>}
        </label>
      </div>
      {isOwn && (
        <Control
          id={`field-${key}`}
          labelId={`label-${key}`}
          control={field.control}
          value={value}
          isWrong={issue !== undefined}
          isDisabled={false}
          describedBy={`tip-${key}`}
          onChange={(next) => change(key, next)}
        />
      )}
      {issue !== undefined && (
        <p class="bad" role="alert">
          <SafeText text={issue} most={400} />
        </p>
      )}
    </div>
  );
}

function shown({ control, value }: SettingField): string {
  if (value === undefined || value === null) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (control.kind === "choice") return control.choices.find((one) => one.value === value)?.label ?? String(value);
  if (control.kind === "order" && Array.isArray(value)) return value.map((one) => typeText(String(one))).join(", ");
  const unit = control.kind === "number" && control.unit !== undefined ? ` ${control.unit}` : "";
  return visibleLine(`${typeof value === "object" ? JSON.stringify(value) : value}${unit}`, 60);
}
