import { visibleLine } from "../text/visible.js";

/** One of a few, as buttons in a row: arrow keys move, as between radio buttons. */
export function Choice<T extends string>({
  label,
  value,
  choices,
  onChoose,
  name,
}: {
  label: string;
  value: T;
  choices: readonly { value: T; label: string }[];
  onChoose: (value: T) => void;
  name: string;
}) {
  return (
    <fieldset class="choice">
      <legend class="unseen">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} class={choice.value === value ? "chosen" : ""}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}

/** One of many. The first entry is for none of them. */
export function Filter({
  label,
  value,
  choices,
  onChoose,
}: {
  label: string;
  value: string;
  choices: readonly string[];
  onChoose: (value: string) => void;
}) {
  return (
    <label class="filter">
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        <option value="">all</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {visibleLine(choice, 60)}
          </option>
        ))}
      </select>
    </label>
  );
}
