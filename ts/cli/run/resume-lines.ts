// How to go on with a conversation of a run: what the user has to know, who resumes with us or without.
import type { AgentProfile } from "../../agents/index.js";
import type { LedgerEntry } from "../../ledger/index.js";
import { factsOf } from "../../models/facts.js";
import { printable } from "../shared/terminal.js";

/** What resuming depends on. */
export interface Resuming extends Pick<AgentProfile, "name" | "resume"> {
  /** Conversations that this run saw first in their middle. */
  beganElsewhere: number;
  /** Whether the agent resumes a conversation of this run only with this launch. */
  ownSessions: boolean;
}

/** Lines about resuming, without line feeds; none where nothing was reduced, or the agent resumes nothing. */
export function resumeLines(
  entries: readonly LedgerEntry[],
  { name, resume, beganElsewhere, ownSessions }: Resuming,
): string[] {
  const began = beganElsewhere === 0 ? [] : [beganLine(beganElsewhere)];
  const last = entries.findLast(({ refused, reducedCount }) => refused === undefined && reducedCount > 0);
  if (last === undefined || resume === undefined) return began;
  const { session, model, host, wire } = last;
  // Without the agent's own id there is nothing that names the conversation.
  if (session === undefined && resume.some((one) => one.includes("{session}"))) return began;
  const args = resume.map((one) => one.replaceAll("{session}", printable(session ?? "", 64)));
  const command = `to resume: tamis ${[name, ...args].join(" ")}`;
  if (ownSessions) return [...began, `${command}; without tamis ${name} does not know the server that it began with`];
  const isChecked = factsOf({ model, host, wire: wire ?? "anthropic" }).row.thinking.history === "bound";
  const without = isChecked
    ? "without tamis the provider may refuse thinking that its model made over smaller requests"
    : "without tamis it goes on as well, and its first request pays for the whole history once";
  return [...began, `${command}; ${without}`];
}

const beganLine = (count: number): string =>
  `${count === 1 ? "one conversation" : `${count} conversations`} began without tamis: to remove what is old there makes one request dearer, and may wait until that pays`;
