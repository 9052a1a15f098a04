// Settings of the mock: it keeps what is saved, checks numbers, and takes back.
const order = ["USER_MESSAGE", "ASSISTANT_MESSAGE", "ASSISTANT_THINKING", "TOOL_CALL", "TOOL_RESULT"];

const field = (key, control, defaultValue, more = {}) => ({
  key,
  label: key
    .split(".")
    .pop()
    .replace(/([A-Z])/g, " $1")
    .toLowerCase(),
  description: `What ${key} does, from the schema.`,
  control,
  defaultValue,
  isAdvanced: false,
  perMode: false,
  ...more,
});
const percent = { kind: "number", min: 1, max: 95, isWhole: true, unit: "%" };

const GROUPS = [
  {
    id: "strategy",
    isCondensation: true,
    title: "Condensation",
    about: "When a conversation is condensed.",
    fields: [
      field("provider", { kind: "choice", choices: [] }, "native", { perMode: true }),
      field("autoCondenseContext", { kind: "switch" }, true, { perMode: true }),
      field("autoCondenseContextPercent", { ...percent, max: 100, min: 5 }, 100, { perMode: true }),
    ],
  },
  {
    id: "native",
    isCondensation: true,
    title: "Native",
    about: "One summary.",
    strategy: "native",
    fields: [
      field("customCondensingPrompt", { kind: "text", isLong: true }, undefined, {
        globalOnly: "A prompt may not come with a repository.",
      }),
      field("condensingApiHandler", { kind: "text" }, undefined, { isAdvanced: true }),
    ],
  },
  {
    id: "smart",
    isCondensation: true,
    title: "Smart",
    about: "Lossless first, then by type of content.",
    strategy: "smart",
    fields: [
      field("targetReductionPercent", percent, 50, { perMode: true }),
      field("preservationPriority", { kind: "order", values: order }, order, { perMode: true }),
      field("enableLosslessPhase", { kind: "switch" }, true, { isAdvanced: true, perMode: true }),
    ],
  },
  {
    id: "mask",
    isCondensation: false,
    title: "Masking",
    about: "Which old tool results become placeholders.",
    fields: [
      field("mask.windowTurns", { kind: "number", max: 1_000_000, isWhole: true, unit: "turns" }, 8),
      field(
        "mask.keepErrors",
        {
          kind: "choice",
          choices: ["true", "false", '"seed"'].map((value) => ({ value, label: value })),
          isJson: true,
        },
        true,
      ),
      field("args.tools", { kind: "lines" }, ["*"], { isAdvanced: true }),
      field("mask.tools", { kind: "json" }, {}, { isAdvanced: true }),
      field("budget.tokens", { kind: "number", min: 1, isWhole: true, mayBeNull: true }, undefined, {
        isAdvanced: true,
      }),
    ],
  },
];

const STRATEGIES = [
  ["native", "Native (default)", "One summary for all but the first and newest three messages.", false],
  ["smart", "Smart (improved)", "Removes repeats, then condenses by type of content.", false],
  ["team-rules", "team-rules", "A plug-in of ours.", true],
];

export function createSettings(text) {
  let saved = { global: { autoCondenseContextPercent: 80 }, workspace: {} };
  let history = [];
  let wasMigrated = false;
  const heldOf = (one) =>
    [saved.workspace, saved.global].find((scope) => Object.hasOwn(scope, one.key))?.[one.key] ?? one.defaultValue;
  const fromOf = ({ key }) => (key in saved.workspace ? "workspace" : key in saved.global ? "global" : "default");
  const groups = () =>
    GROUPS.map((group) => ({
      ...group,
      about: text(group.about),
      fields: group.fields.map((one) => {
        const set = {};
        for (const scope of ["global", "workspace"]) if (one.key in saved[scope]) set[scope] = saved[scope][one.key];
        return { ...one, description: text(one.description), value: heldOf(one), from: fromOf(one), set };
      }),
    }));
  const all = () => ({
    scopes: [
      { scope: "global", file: text("~/.config/tamis/tamis.toml"), exists: true },
      { scope: "workspace", file: "/srv/app/tamis.toml", exists: false },
    ],
    strategies: STRATEGIES.map(([name, label, description, isPlugin]) => ({
      name,
      label: isPlugin ? text(label) : label,
      description: text(description),
      version: "1.0.0",
      isPlugin,
      supportsLossless: name === "smart",
      supportsContentTypeAwareness: name === "smart",
      supportsCustomPrompts: name === "native",
    })),
    places: [
      { name: "Terminal", state: "asked", about: text("tamis condense FILE condenses a request.") },
      { name: "Sessions", state: "asked", about: "Programs that ask for it." },
      { name: "Gateway", state: "off", about: "A gateway reduces requests by its policy alone." },
    ],
    comparison: [
      {
        property: "messages of the user",
        cells: ["old ones are in the summary", "word for word, all of them", text("–")],
      },
      { property: "model", cells: ["one call", "none needed", "none"] },
    ],
    groups: groups(),
    modes: modes(),
    notices: wasMigrated
      ? []
      : [{ path: "profileThresholds", message: text("Profiles are modes now; 50 holds for code.") }],
    ...(wasMigrated
      ? {}
      : {
          migration: [
            {
              scope: "global",
              file: "~/.config/tamis/tamis.toml",
              lines: [text("[condensation.modes.code] auto_condense_context_percent = 50")],
              backup: "tamis.toml.2026-11-26",
            },
          ],
        }),
    ...(history.length > 0
      ? { undo: { at: Date.UTC(2026, 10, 26), file: "tamis.toml", lines: history.at(-1).lines } }
      : {}),
  });
  const modes = () => {
    const names = new Set([
      "code",
      ...Object.keys(saved.global).flatMap((key) => /^modes\.([^.]+)\./.exec(key)?.[1] ?? []),
    ]);
    const perMode = GROUPS.flatMap((group) => group.fields).filter((one) => one.perMode);
    return [...names].map((name) => ({
      name,
      fields: perMode.map((one) => {
        const key = `modes.${name}.${one.key}`;
        const isOwn = key in saved.global;
        return {
          key: one.key,
          value: isOwn ? saved.global[key] : heldOf(one),
          isInherited: !isOwn,
          from: isOwn ? "mode" : fromOf(one),
        };
      }),
    }));
  };
  const invalid = (issues) => ({
    status: 422,
    body: { error: { code: "invalid", message: "Nothing was saved.", issues } },
  });
  const check = (changes) =>
    changes.flatMap(({ key, value }) => {
      const one = GROUPS.flatMap((group) => group.fields).find(
        (candidate) => key === candidate.key || key.endsWith(`.${candidate.key}`),
      );
      if (value === undefined || one?.control.kind !== "number") return [];
      const { min = -1e9, max = 1e9 } = one.control;
      if (Number.isInteger(value) && value >= min && value <= max) return [];
      return [
        { path: key, message: text(`expected a whole number from ${min} to ${max}, got ${JSON.stringify(value)}`) },
      ];
    });
  const answer = (isSaved, lines) => ({
    status: 200,
    body: { saved: isSaved, file: "tamis.toml", lines, settings: all(), needRestart: [] },
  });
  const change = ({ scope, changes, dryRun }) => {
    const issues = check(changes);
    if (issues.length > 0) return invalid(issues);
    const lines = changes.map(({ key, value }) =>
      value === undefined ? `${key} removed` : `${key} = ${JSON.stringify(value)}`,
    );
    if (dryRun) return answer(false, lines);
    history.push({ saved: structuredClone(saved), lines });
    for (const { key, value } of changes) {
      if (value === undefined) delete saved[scope][key];
      else saved[scope][key] = value;
    }
    return answer(true, lines);
  };
  return {
    answer(method, path, body) {
      if (path === "settings/export")
        return { status: 200, body: { name: "tamis-settings.json", text: JSON.stringify(saved) } };
      if (method === "GET") return { status: 200, body: all() };
      const asked = JSON.parse(body);
      if (path === "settings") return change(asked);
      if (path === "settings/undo") {
        const last = history.at(-1);
        history = history.slice(0, -1);
        saved = last.saved;
        return answer(true, last.lines);
      }
      if (path === "settings/migrate") {
        wasMigrated = true;
        return answer(true, ["the new form"]);
      }
      return importAll(asked);
    },
  };

  function importAll({ text: given, dryRun }) {
    let parsed;
    try {
      parsed = JSON.parse(given);
    } catch {
      return { status: 422, body: { error: { code: "invalid", message: "The file is no JSON: byte 0." } } };
    }
    const changes = Object.entries(parsed).map(([key, to]) => ({ key, from: saved.global[key], to }));
    const refused = check(changes.map(({ key, to }) => ({ key, value: to })));
    if (!dryRun && refused.length === 0)
      change({ scope: "global", changes: changes.map(({ key, to }) => ({ key, value: to })) });
    return { status: 200, body: { saved: !dryRun, changes, refused, settings: all() } };
  }
}
