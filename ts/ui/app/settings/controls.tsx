import { useEffect, useState } from "preact/hooks";
import type { FieldControl } from "../../api.js";
import { visibleLine } from "../text/visible.js";
import { typeText } from "../text/words.js";

/** What every control gets. */
export interface ControlProps {
  id: string;
  labelId: string;
  control: FieldControl;
  value: unknown;
  isWrong: boolean;
  isDisabled: boolean;
  describedBy: string;
  onChange: (value: unknown) => void;
}

/** What every element of a control has. */
const common = ({ id, isDisabled, isWrong, describedBy }: ControlProps) => ({
  ...{ id, disabled: isDisabled },
  ...{ "aria-invalid": isWrong, "aria-describedby": describedBy },
});

/** The control for a setting, by its kind. */
export function Control(props: ControlProps) {
  const { control, value, onChange } = props;
  switch (control.kind) {
    case "switch":
      return (
        <input
          {...common(props)}
          type="checkbox"
          role="switch"
          aria-checked={value === true}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case "choice":
      return <ChoiceControl {...props} control={control} />;
    case "number":
      return <NumberControl {...props} control={control} />;
    case "text":
      return <TextControl {...props} isLong={control.isLong === true} />;
    case "order":
      return <OrderControl {...props} values={Array.isArray(value) ? value.map(String) : control.values} />;
    case "lines":
      return <LinesControl {...props} />;
    case "json":
      return <JsonControl {...props} />;
  }
}

function TextControl({ isLong, ...props }: ControlProps & { isLong: boolean }) {
  const text = {
    ...common(props),
    value: String(props.value ?? ""),
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => props.onChange(currentTarget.value),
  };
  return isLong ? <textarea {...text} rows={4} /> : <input {...text} type="text" />;
}

/** One of several values. With `isJson` each choice is a JSON text. */
function ChoiceControl(props: ControlProps & { control: FieldControl & { kind: "choice" } }) {
  const { control, value, onChange } = props;
  const { choices, isJson = false } = control;
  const current = isJson ? JSON.stringify(value ?? null) : String(value ?? "");
  const isKnown = choices.some((choice) => choice.value === current);
  return (
    <select
      {...common(props)}
      value={current}
      onChange={({ currentTarget }) => onChange(isJson ? JSON.parse(currentTarget.value) : currentTarget.value)}
    >
      {!isKnown && <option value={current}>{value === undefined ? "none" : visibleLine(current, 80)}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {visibleLine(choice.label, 80)}
        </option>
      ))}
    </select>
  );
}

/** A text while one types; a number, or what was typed if it is none, for the check to say so. */
function NumberControl(props: ControlProps & { control: FieldControl & { kind: "number" } }) {
  const { control, value, onChange } = props;
  const [text, setText] = useDraft(value === undefined || value === null ? "" : String(value));
  const { min, max, unit, isWhole, mayBeNull } = control;
  return (
    <span class="with-unit">
      <input
        {...common(props)}
        type="text"
        inputMode={isWhole ? "numeric" : "decimal"}
        class="number"
        placeholder={mayBeNull ? "none" : ""}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          onChange(numberOf(currentTarget.value, mayBeNull === true));
        }}
      />
      <small class="dim">
        {rangeOf(min, max)} {unit}
      </small>
    </span>
  );
}

function numberOf(text: string, mayBeNull: boolean): unknown {
  const trimmed = text.trim();
  if (trimmed === "") return mayBeNull ? null : undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : trimmed;
}

function rangeOf(min: number | undefined, max: number | undefined): string {
  const show = (value: number) => value.toLocaleString("en");
  const isBound = (value: number | undefined): value is number => value !== undefined && Math.abs(value) < 1e8;
  if (isBound(min) && isBound(max)) return `${show(min)} to ${show(max)}`;
  if (isBound(min)) return `${show(min)} or more`;
  return isBound(max) ? `at most ${show(max)}` : "";
}

/** The text of a field follows its value, unless one is typing in it. */
function useDraft(saved: string): [string, (text: string) => void] {
  const [text, setText] = useState(saved);
  useEffect(() => setText(saved), [saved]);
  return [text, setText];
}

function LinesControl(props: ControlProps) {
  const { value, onChange } = props;
  const [text, setText] = useDraft(
    Array.isArray(value)
      ? value.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n")
      : "",
  );
  return (
    <textarea
      {...common(props)}
      rows={2}
      placeholder="one a line"
      value={text}
      onInput={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(currentTarget.value.split("\n").filter((line) => line.trim() !== ""));
      }}
    />
  );
}

function JsonControl(props: ControlProps) {
  const { value, onChange } = props;
  const [text, setText] = useDraft(value === undefined ? "" : JSON.stringify(value, null, 1));
  return (
    <textarea
      {...common(props)}
      rows={Math.min(8, text.split("\n").length + 1)}
      class="code"
      spellcheck={false}
      placeholder="JSON"
      value={text}
      onInput={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(parsed(currentTarget.value));
      }}
    />
  );
}

function parsed(text: string): unknown {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // The check says that it is no JSON, since a text is not what the setting takes.
    return text;
  }
}

/** A list whose order matters: each entry moves by two buttons. */
function OrderControl({ id, labelId, isDisabled, values, onChange }: ControlProps & { values: readonly string[] }) {
  const move = (at: number, to: number) => {
    const next = [...values];
    next.splice(to, 0, ...next.splice(at, 1));
    onChange(next);
  };
  return (
    <ol id={id} class="order" aria-labelledby={labelId}>
      {values.map((value, at) => (
        <li key={value}>
          <span>{visibleLine(typeText(value))}</span>
          <button
            type="button"
            disabled={isDisabled || at === 0}
            aria-label={`Keep ${typeText(value)} longer`}
            onClick={() => move(at, at - 1)}
          >
            ↑
          </button>
          <button
            type="button"
            disabled={isDisabled || at === values.length - 1}
            aria-label={`Keep ${typeText(value)} less long`}
            onClick={() => move(at, at + 1)}
          >
            ↓
          </button>
        </li>
      ))}
    </ol>
  );
}
