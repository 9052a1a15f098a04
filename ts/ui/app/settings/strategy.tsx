import type { SettingField, SettingGroup, SettingsAnswer } from "../../api.js";
import { SafeText } from "../parts/safe-text.js";
import { Tip } from "../parts/tip.js";
import { info } from "../state/info.js";
import { visibleLine } from "../text/visible.js";
import { change, drafts, forget, issueOf, scope } from "./drafts.js";
import { Field } from "./field.js";

/** The setting that the dropdown changes. */
export const PROVIDER = "provider";

/** The setting that lets a gateway condense. */
const GATEWAY = "enabled";

/** The strategy that holds, or will. */
export function chosenStrategy(settings: SettingsAnswer): string {
  const draft = drafts.value.get(PROVIDER);
  if (typeof draft === "string") return draft;
  return String(fieldOf(settings, PROVIDER)?.value ?? "native");
}

/** The group with the strategy: shown with the dropdown and the comparison, before all others. */
export const strategyGroup = ({ groups }: SettingsAnswer): SettingGroup | undefined =>
  groups.find(({ fields }) => fields.some(({ key }) => key === PROVIDER));

/** A setting of any group. */
export const fieldOf = ({ groups }: SettingsAnswer, key: string): SettingField | undefined =>
  groups.flatMap(({ fields }) => fields).find((field) => field.key === key);

/** Which strategy condenses, and how they differ. */
export function Strategy({ settings }: { settings: SettingsAnswer }) {
  const { strategies } = settings;
  const value = chosenStrategy(settings);
  const chosen = strategies.find(({ name }) => name === value);
  const field = fieldOf(settings, PROVIDER);
  const issue = issueOf(PROVIDER);
  const group = strategyGroup(settings);
  const gateway = fieldOf(settings, GATEWAY);
  const others = group?.fields.filter(({ key }) => key !== PROVIDER && key !== GATEWAY) ?? [];
  return (
    <section class="card" id="group-choice" tabIndex={-1} aria-labelledby="strategy-title">
      <h2 id="strategy-title">Strategy</h2>
      <p class="dim">{group !== undefined && <SafeText text={group.about} most={400} />}</p>
      <div class="field">
        <div class="field-head">
          <label for="strategy">Context Condensation Strategy</label>
          <Tip
            id="tip-strategy"
            about="the strategy"
            text={field?.description ?? "Which strategy condenses a conversation."}
          />
        </div>
        <select
          id="strategy"
          value={value}
          aria-describedby="strategy-about"
          aria-invalid={issue !== undefined}
          onChange={({ currentTarget }) =>
            currentTarget.value === field?.value ? forget(PROVIDER) : change(PROVIDER, currentTarget.value)
          }
        >
          {strategies.map(({ name, label, isPlugin }) => (
            <option key={name} value={name} disabled={isPlugin && scope.value === "workspace"}>
              {visibleLine(label, 80)}
            </option>
          ))}
        </select>
        <p id="strategy-about" class="dim">
          {chosen !== undefined && <SafeText text={chosen.description} most={500} />}
        </p>
        {issue !== undefined && (
          <p class="bad" role="alert">
            <SafeText text={issue} most={400} />
          </p>
        )}
      </div>
      <Places settings={settings} />
      {gateway !== undefined && <Field field={gateway} />}
      <Comparison settings={settings} value={value} />
      {others.map((one) => (
        <Field key={one.key} field={one} />
      ))}
    </section>
  );
}

const STATES = { asked: "when you ask", on: "on", off: "off" } as const;

/** Where the strategy acts; this gateway says whether it does. */
function Places({ settings: { places } }: { settings: SettingsAnswer }) {
  const isGateway = info.value?.surface === "gateway";
  const observes = isGateway && info.value?.mode !== undefined && info.value.mode !== "reduce";
  return (
    <>
      <h3 id="places-title">Where it acts</h3>
      <dl class="places" aria-labelledby="places-title">
        {places.map(({ name, state, about }) => {
          const isHere = name === "Gateway" && isGateway;
          return (
            <div key={name}>
              <dt>
                {isHere ? "This gateway" : name} <b class={state === "on" ? "badge good" : "badge"}>{STATES[state]}</b>
              </dt>
              <dd>
                <SafeText text={about} most={300} />
                {isHere && observes && <b> This one only observes: it sends requests as they come.</b>}
              </dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}

function Comparison({ settings: { strategies, comparison }, value }: { settings: SettingsAnswer; value: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than the page scrolls by keyboard, too
    // biome-ignore lint/a11y/useSemanticElements: a section would be a landmark
    <div class="scroll" tabIndex={0} role="group" aria-label="Comparison of the strategies">
      <table class="comparison">
        <caption class="unseen">Comparison of the strategies</caption>
        <thead>
          <tr>
            <td />
            {strategies.map(({ name, label }) => (
              <th key={name} scope="col" class={name === value ? "chosen" : ""}>
                <SafeText text={label} most={60} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {comparison.map(({ property, cells }) => (
            <tr key={property}>
              <th scope="row">{property}</th>
              {strategies.map(({ name }, index) => (
                <td key={name} class={name === value ? "chosen" : ""}>
                  <SafeText text={cells[index] ?? "–"} most={300} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
