import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Dashboard } from "./dashboard/dashboard.js";
import { Choice } from "./parts/choice.js";
import { SafeText } from "./parts/safe-text.js";
import { Empty } from "./parts/states.js";
import { Reductions } from "./reductions/reductions.js";
import { SavingsView } from "./savings/savings.js";
import { Sessions } from "./sessions/sessions.js";
import { SettingsView } from "./settings/settings.js";
import { connection, reconnect } from "./state/events.js";
import { info } from "./state/info.js";
import { hrefOf, route } from "./state/route.js";
import { hush, saying } from "./state/say.js";
import { chooseTheme, theme } from "./state/theme.js";
import { visibleLine } from "./text/visible.js";
import { Trial } from "./trial/trial.js";

const VIEWS: Record<string, { title: string; view: ComponentType }> = {
  dashboard: { title: "Dashboard", view: Dashboard },
  reductions: { title: "Reductions", view: Reductions },
  sessions: { title: "Sessions", view: Sessions },
  savings: { title: "Savings", view: SavingsView },
  try: { title: "Try", view: Trial },
  settings: { title: "Settings", view: SettingsView },
};

/** The frame around every view. */
export function Shell() {
  const { view } = route.value;
  const current = VIEWS[view];
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  // Each change of the view is announced by its title and focus
  useEffect(() => {
    document.title = `${current?.title ?? "Not found"} · Tamis`;
    if (!isFirst.current) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [view]);
  const View = current?.view;
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: screen readers look for a link; the address is the view's */}
      <a class="skip" href="#content" onClick={(event) => skipTo(event, main.current)}>
        Skip to the content
      </a>
      <Header view={view} />
      <Banner />
      <main ref={main} tabIndex={-1} class={`view view-${view}`} id="content">
        {connection.value === "refused" ? (
          <NoToken />
        ) : View === undefined ? (
          <Empty title="There is no such view">
            <h1 class="unseen">Not found</h1>
            <p>
              <a href={hrefOf("dashboard")}>Go to the dashboard</a>
            </p>
          </Empty>
        ) : (
          <View />
        )}
      </main>
      <Saying />
    </>
  );
}

function skipTo(event: Event, main: HTMLElement | null): void {
  event.preventDefault();
  main?.focus();
}

function Header({ view }: { view: string }) {
  return (
    <header class="top">
      <a class="brand" href={hrefOf("dashboard")} aria-label="Tamis, to the dashboard">
        <svg viewBox="0 0 32 32" aria-hidden="true" width="22" height="22">
          <ellipse cx="16" cy="11" rx="13" ry="6" />
          <path d="M3 11v8c0 3.300 5.800 6 13 6s13-2.700 13-6v-8" />
          <path class="mesh" d="M8 9.500l5 6M14 7l6 9M20 6.500l4 7M24 8l-9 9M18 5.500L8 14.500" />
        </svg>
        <span>Tamis</span>
      </a>
      <nav aria-label="Views">
        {Object.entries(VIEWS).map(([name, { title }]) => (
          <a key={name} href={hrefOf(name)} aria-current={name === view ? "page" : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <Status />
      <Choice
        label="Colours"
        name="theme"
        value={theme.value}
        choices={[
          { value: "system", label: "Auto" },
          { value: "light", label: "Light" },
          { value: "dark", label: "Dark" },
        ]}
        onChoose={chooseTheme}
      />
    </header>
  );
}

const STATUS = {
  starting: "Connecting",
  live: "Live",
  lost: "Not connected",
  ended: "Ended",
  refused: "No access",
} as const;

function Status() {
  const state = connection.value;
  const { version, surface, agent } = info.value ?? {};
  const place = { gateway: "gateway", run: `around ${visibleLine(agent ?? "an agent", 40)}`, ui: "over files" }[
    surface ?? "ui"
  ];
  return (
    <p class={`status status-${state}`} title={version === undefined ? undefined : `Tamis ${version}, ${place}`}>
      <i aria-hidden="true" />
      {STATUS[state]}
    </p>
  );
}

/** Says that the server is gone, and that the page goes on trying. */
function Banner() {
  const state = connection.value;
  if (state !== "lost" && state !== "ended") return null;
  return (
    <div class="banner" role="status">
      <p>
        {state === "ended" ? "Tamis has ended or is restarting." : "Tamis does not answer."} What you see is as it was;
        the page connects again by itself.
      </p>
      <button type="button" onClick={reconnect}>
        Connect now
      </button>
    </div>
  );
}

function NoToken() {
  return (
    <Empty title="This page needs its token">
      <p>
        Open the address that Tamis printed when it started: it ends in <code>#token=…</code>. Each start has a token of
        its own, so that no other page or program on this machine can read what passes here.
      </p>
      <p>
        Is the address gone? <code>tamis ui</code> prints a new one.
      </p>
    </Empty>
  );
}

function Saying() {
  const said = saying.value;
  return (
    <div class="saying" role={said?.isError ? "alert" : "status"}>
      {said !== undefined && (
        <p class={said.isError ? "is-error" : ""}>
          <SafeText text={said.text} most={1000} />
          {said.action !== undefined && (
            <button
              type="button"
              onClick={() => {
                said.action?.run();
                hush();
              }}
            >
              {said.action.label}
            </button>
          )}
          <button type="button" class="plain" aria-label="Close the message" onClick={hush}>
            ✕
          </button>
        </p>
      )}
    </div>
  );
}
