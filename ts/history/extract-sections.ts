/** The titles of an extract's sections, in order. */
export const SECTION_TITLES = {
  objective: "Objective",
  earlier: "Earlier summary",
  constraints: "Constraints",
  tasks: "Open tasks",
  outcomes: "Tool outcomes",
} as const;

/** The lines of an extract by section. */
export interface SectionLines {
  objective?: string | undefined;
  /** An earlier summary that is no extract, for example a model's. */
  earlier?: string | undefined;
  constraints: string[];
  tasks: string[];
  outcomes: string[];
}

/** Reads an extract back. Any other text counts as an earlier summary. */
export function readSections(text: string): SectionLines {
  const found: SectionLines = { constraints: [], tasks: [], outcomes: [] };
  const objective = `${SECTION_TITLES.objective}: `;
  const earlier = `${SECTION_TITLES.earlier}: `;
  if (!text.startsWith(objective)) return { ...found, earlier: text };
  let open: string[] | undefined;
  for (const line of text.split("\n")) {
    if (line.startsWith("- ")) open?.push(line.slice(2));
    else if (line.startsWith(objective)) found.objective ??= line.slice(objective.length);
    else if (line.startsWith(earlier)) found.earlier ??= line.slice(earlier.length);
    else open = listUnder(line, found);
  }
  if (found.objective === NO_OBJECTIVE) found.objective = undefined;
  return found;
}

/** The objective's text if the user stated none. */
export const NO_OBJECTIVE = "not stated";

function listUnder(line: string, found: SectionLines): string[] | undefined {
  if (line.startsWith(SECTION_TITLES.constraints)) return found.constraints;
  if (line.startsWith(SECTION_TITLES.tasks)) return found.tasks;
  return line.startsWith(SECTION_TITLES.outcomes) ? found.outcomes : undefined;
}
