import type { ComponentChildren } from "preact";

/** Parts of a view, of which one is shown. Arrow keys move between their tabs. */
export function Tabs({
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
