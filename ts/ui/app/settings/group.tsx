import type { SettingField, SettingGroup, SettingsAnswer } from "../../api.js";
import { SafeText } from "../parts/safe-text.js";
import { counted } from "../text/format.js";
import { drafts } from "./drafts.js";
import { Field } from "./field.js";
import { chosenStrategy, PROVIDER } from "./strategy.js";

/** Settings that belong together; the advanced ones are folded, unless one of them is set. */
export function Group({ group, settings }: { group: SettingGroup; settings: SettingsAnswer }) {
  const { fields } = group;
  const basic = fields.filter(({ isAdvanced }) => !isAdvanced);
  const advanced = fields.filter(({ isAdvanced }) => isAdvanced);
  const isIdle = group.strategy !== undefined && !isUsed(group.strategy, settings);
  return (
    <section class="card" id={`group-${group.id}`} tabIndex={-1} aria-labelledby={`title-${group.id}`}>
      <h2 id={`title-${group.id}`}>{group.title}</h2>
      <p class="dim">
        <SafeText text={group.about} most={400} />
        {isIdle && <b> Not in use: another strategy is chosen, for every mode.</b>}
      </p>
      {basic.map((field) => (
        <Field key={field.key} field={field} />
      ))}
      {advanced.length > 0 && (
        <details open={advanced.some(isTouched)}>
          <summary>Advanced ({counted(advanced.length, "setting")})</summary>
          {advanced.map((field) => (
            <Field key={field.key} field={field} />
          ))}
        </details>
      )}
    </section>
  );
}

const isTouched = ({ key, set }: SettingField) => drafts.value.has(key) || Object.keys(set).length > 0;

const isUsed = (strategy: string, settings: SettingsAnswer): boolean =>
  chosenStrategy(settings) === strategy ||
  settings.modes.some(({ fields }) => fields.some(({ key, value }) => key === PROVIDER && value === strategy));
