// Sessions that chance left alone beside those that were reduced: whether an agent fails or does more because something is gone.
import { type Interval, type Ratio, Z_95 } from "../gateway/holdout/ratio.js";
import { type DrawnEntries, type DrawnSession, drawnSessions } from "./drawn-sessions.js";
import { changeOf, type Pair, ratioInterval, ratioOf } from "./intervals.js";
import { boundAt, canBeSeen, lossSeenAfter, MOST_SESSIONS, stageEnd } from "./stop-rule.js";

/** The figures: the first is tested, the others only described. */
export const COMPARED = ["failedEdits", "rereads", "repeats", "retries", "turns", "dollars"] as const;

/** One of {@link COMPARED}. */
export type ComparedFigure = (typeof COMPARED)[number];

/** One figure of both groups. */
export interface ComparedRow {
  figure: ComparedFigure;
  /** The figure in words. */
  title: string;
  unit: "share" | "count" | "dollars";
  reduced: Interval | undefined;
  heldOut: Interval | undefined;
  /**
   * By how much the reduced sessions are above those left alone. Of failed edits: the difference of the shares, in an interval that
   * holds at every look. Of the others: as a share of the sessions left alone.
   */
  change: Interval | undefined;
  /** The smallest change that so many sessions would have shown nine times in ten; undefined where no change would. */
  smallest: number | undefined;
}

/** A group of results or sessions. */
export interface ComparedPart {
  /** What results are for; or the policy. */
  name: string;
  reducedSessions: number;
  heldOutSessions: number;
  rows: ComparedRow[];
}

/** Both groups. */
export interface Comparison {
  /** The answer, in one sentence without a full stop. */
  answer: string;
  /** Whether a loss was seen; `unknown` while nothing could have been. */
  loss: "seen" | "none" | "unknown";
  /** Sessions with calls. */
  reducedSessions: number;
  heldOutSessions: number;
  /** Sessions that were in both groups, because the share was changed; they count nowhere. */
  mixedSessions: number;
  /** Sessions with edits, and after how many of them the loss was seen, and the test ends. */
  testedSessions: number;
  seenAfter: number | undefined;
  endsAfter: number;
  rows: ComparedRow[];
  /** What is asked for again, by what the results are for. */
  byRole: ComparedPart[];
  /** All figures, by policy. */
  byPolicy: ComparedPart[];
}

/** 1.2816 standard errors more are seen nine times in ten. */
const Z_90 = 1.281_552;
/** Each brings the loss nearer. */
const ROUNDS = 100;

/**
 * Compares sessions that `--holdout` or `holdout_percent` left alone with those that the same draw reduced. In the first, a call
 * reads again what would have been gone; that is what chance and the agent's ways alone bring about.
 */
export function compareHoldout(entries: DrawnEntries): Comparison {
  const all = [...drawnSessions(entries).values()].filter(({ calls }) => calls > 0);
  const of = (mode: string) => all.filter(({ modes }) => modes.size === 1 && modes.has(mode));
  const groups: Groups = [of("reduce"), of("holdout")];
  const trials = groups
    .flatMap((group, index) => group.map((session) => ({ session, isReduced: index === 0 })))
    .filter(({ session }) => session.edits > 0)
    .sort((a, b) => a.session.endedAt - b.session.endedAt)
    .map(({ session, isReduced }) => ({ pair: FIGURES.failedEdits.pairOf(session), isReduced }));
  const tested = Math.min(trials.length, MOST_SESSIONS);
  const seenAfter = lossSeenAfter(trials);
  const rows = figuresOf(groups).map((figure) =>
    figure === "failedEdits" ? testedRow(groups, tested) : rowOf(figure, groups),
  );
  const counts = { reducedSessions: groups[0].length, heldOutSessions: groups[1].length, testedSessions: tested };
  return {
    ...answerOf(rows[0], { ...counts, seenAfter }),
    ...counts,
    mixedSessions: all.filter(({ modes }) => modes.size > 1).length,
    seenAfter,
    endsAfter: stageEnd(tested),
    rows,
    byRole: rolesOf(groups),
    byPolicy: policiesOf(groups),
  };
}

type Groups = [reduced: readonly DrawnSession[], heldOut: readonly DrawnSession[]];

const only = ([reduced, heldOut]: Groups, isMeant: (session: DrawnSession) => boolean): Groups => [
  reduced.filter(isMeant),
  heldOut.filter(isMeant),
];

/** All figures; no dollars where a login paid every session. */
const figuresOf = (groups: Groups): ComparedFigure[] =>
  COMPARED.filter((figure) => figure !== "dollars" || groups.flat().some(({ hasBill }) => hasBill));

interface Figure extends Pick<ComparedRow, "title" | "unit"> {
  pairOf: (session: DrawnSession) => Pair;
}

const FIGURES: Readonly<Record<ComparedFigure, Figure>> = {
  failedEdits: { title: "failed edits", unit: "share", pairOf: ({ failedEdits, edits }) => [failedEdits, edits] },
  rereads: {
    title: "calls that ask again for what is gone",
    unit: "share",
    pairOf: ({ rereads, calls }) => [rereads, calls],
  },
  repeats: { title: "calls made before", unit: "share", pairOf: ({ repeats, calls }) => [repeats, calls] },
  retries: {
    title: "calls after an error of the same tool",
    unit: "share",
    pairOf: ({ retries, calls }) => [retries, calls],
  },
  turns: { title: "requests a prompt", unit: "count", pairOf: ({ turns, prompts }) => [turns, prompts] },
  dollars: { title: "dollars a prompt", unit: "dollars", pairOf: ({ dollars, prompts }) => [dollars, prompts] },
};

const ratiosOf = (groups: Groups, pairOf: (session: DrawnSession) => Pair): (Ratio | undefined)[] =>
  groups.map((group) => ratioOf(group.map(pairOf).filter(([, whole]) => whole > 0)));

function rowOf(figure: ComparedFigure, groups: Groups, pairOf = FIGURES[figure].pairOf): ComparedRow {
  const priced = only(groups, ({ isPriced }) => figure !== "dollars" || isPriced);
  const [ours, others] = ratiosOf(priced, pairOf);
  const change = changeOf(ours, others);
  const { title, unit } = FIGURES[figure];
  return {
    ...{ figure, title, unit },
    reduced: ratioInterval(ours),
    heldOut: ratioInterval(others),
    change: change && around(change.value, Z_95 * change.error),
    smallest: change && (Z_95 + Z_90) * change.error,
  };
}

/** Failed edits, whose difference may be looked at after every session. */
function testedRow(groups: Groups, tested: number): ComparedRow {
  const row = rowOf("failedEdits", groups);
  const [ours, others] = ratiosOf(groups, FIGURES.failedEdits.pairOf);
  if (ours === undefined || others === undefined) return { ...row, change: undefined, smallest: undefined };
  const error = Math.sqrt(Math.max(ours.variance + others.variance, leastVariance(groups)));
  const smallest = canBeSeen(tested) ? smallestLoss(failedShare(groups), error, tested) : 1;
  return {
    ...row,
    change: around(ours.value - others.value, boundAt(tested) * error),
    smallest: smallest < 1 ? smallest : undefined,
  };
}

/**
 * The loss that passes the bound nine times in ten. More failures vary more, and the test counts the loss itself as spread of the
 * sessions, so that it is above what today's error says.
 */
function smallestLoss(share: number, error: number, sessions: number): number {
  const varianceOf = (one: number) => one * (1 - one);
  let loss = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const times = (varianceOf(share) + varianceOf(Math.min(0.5, share + loss))) / (2 * varianceOf(share));
    const spread = error * Math.sqrt(times);
    loss = boundAt(sessions) * Math.hypot(spread, loss / Math.sqrt(sessions)) + Z_90 * spread;
  }
  return loss;
}

/** Where hardly an edit has failed yet, what is seen varies less than what is true. */
function leastVariance(groups: Groups): number {
  const edits = groups.map((group) => sumOf(group, "edits"));
  const share = failedShare(groups);
  return edits.reduce((sum, one) => sum + (share * (1 - share)) / one, 0);
}

/** Of all edits; never 0. */
const failedShare = (groups: Groups): number =>
  (sumOf(groups.flat(), "failedEdits") + 1) / (sumOf(groups.flat(), "edits") + 2);

const sumOf = (group: readonly DrawnSession[], name: "edits" | "failedEdits"): number =>
  group.reduce((sum, session) => sum + session[name], 0);

const around = (value: number, half: number): Interval => ({ value, low: value - half, high: value + half });

function rolesOf(groups: Groups): ComparedPart[] {
  const names = new Set(groups.flat().flatMap(({ roles }) => [...roles.keys()]));
  return [...names].map((name) => {
    const having = only(groups, ({ roles }) => roles.has(name));
    const pairOf = ({ roles }: DrawnSession): Pair => [roles.get(name)?.again.size ?? 0, roles.get(name)?.reduced ?? 0];
    return partOf(name, having, [rowOf("rereads", having, pairOf)]);
  });
}

function policiesOf(groups: Groups): ComparedPart[] {
  const names = new Set(groups.flat().flatMap(({ policy }) => policy ?? []));
  return [...names].map((name) => {
    const having = only(groups, ({ policy }) => policy === name);
    return partOf(
      name,
      having,
      figuresOf(having).map((figure) => rowOf(figure, having)),
    );
  });
}

const partOf = (name: string, [reduced, heldOut]: Groups, rows: ComparedRow[]): ComparedPart => ({
  ...{ name, reducedSessions: reduced.length, heldOutSessions: heldOut.length, rows },
});

type Answered = Pick<Comparison, "reducedSessions" | "heldOutSessions" | "testedSessions" | "seenAfter">;

/** The sentence at the top. */
function answerOf(
  row: ComparedRow | undefined,
  { reducedSessions, heldOutSessions, testedSessions, seenAfter }: Answered,
): Pick<Comparison, "answer" | "loss"> {
  const loss = "unknown";
  if (reducedSessions + heldOutSessions === 0)
    return { loss, answer: "nothing to compare yet: tamis claude --holdout 20 leaves a fifth of the sessions alone" };
  if (reducedSessions === 0)
    return { loss, answer: `nothing to compare: ${countOf(heldOutSessions)} left alone, none reduced` };
  if (heldOutSessions === 0)
    return { loss, answer: `nothing to compare: ${countOf(reducedSessions)} reduced, none left alone` };
  if (row?.reduced === undefined || row.heldOut === undefined)
    return { loss, answer: "not known yet: two sessions of each group must edit files" };
  const with_ = `with ${testedSessions} sessions`;
  if (seenAfter !== undefined) {
    const [from, to] = [row.heldOut, row.reduced].map(({ value }) => share(value));
    return {
      loss: "seen",
      answer: `Loss seen after ${seenAfter} sessions: ${to} of the edits fail, and ${from} without reduction`,
    };
  }
  if (row.smallest === undefined)
    return { loss, answer: `not known yet: ${with_} that edit files no increase of failed edits would have shown` };
  return {
    loss: "none",
    answer: `No loss seen: ${with_} an increase of failed edits above ${points(row.smallest)} would have shown`,
  };
}

const countOf = (sessions: number): string => `${sessions} ${sessions === 1 ? "session" : "sessions"}`;

const share = (value: number): string => `${(100 * value).toFixed(1)} %`;

/** Rounded up, so that the sentence holds. */
function points(value: number): string {
  const count = 100 * value < 10 ? Math.ceil(1000 * value) / 10 : Math.ceil(100 * value);
  return `${count} ${count === 1 ? "point" : "points"}`;
}
