import { API_PATH, type ApiFailure, type ApiIssue, TOKEN_HEADER } from "../../api.js";
import { currentToken } from "./token.js";

/** Why something could not be had, in words for people. */
export class Failure extends Error {
  /** As in {@link ApiFailure}; `offline` where no answer came. */
  readonly code: ApiFailure["error"]["code"] | "offline";
  /** What is wrong with which field. */
  readonly issues: readonly ApiIssue[];

  constructor({ code, message, issues = [] }: { code: Failure["code"]; message: string; issues?: ApiIssue[] }) {
    super(message);
    this.code = code;
    this.issues = issues;
  }
}

export interface Question {
  /** Parameters; those that are undefined or empty are left out. */
  query?: Readonly<Record<string, string | number | undefined>>;
  body?: unknown;
  /** Sent as it is by POST. */
  text?: string;
  /** Ends the request. */
  signal?: AbortSignal;
}

/** Asks the server. Throws a {@link Failure}. */
export async function ask<T>(path: string, question: Question = {}): Promise<T> {
  const response = await send(path, question);
  return (await response.json()) as T;
}

/** The same for answers that are no JSON. */
export async function send(path: string, { query = {}, body, text, signal }: Question = {}): Promise<Response> {
  const url = new URL(API_PATH + path, location.origin);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") url.searchParams.set(name, String(value));
  }
  const isPost = body !== undefined || text !== undefined;
  const headers: Record<string, string> = { [TOKEN_HEADER]: currentToken() };
  if (isPost) headers["content-type"] = body === undefined ? "text/plain; charset=utf-8" : "application/json";
  let response: Response;
  try {
    response = await fetch(url, {
      method: isPost ? "POST" : "GET",
      headers,
      ...(isPost ? { body: body === undefined ? (text ?? "") : JSON.stringify(body) } : {}),
      ...(signal === undefined ? {} : { signal }),
      cache: "no-store",
      credentials: "omit",
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new Failure({ code: "offline", message: "Tamis does not answer. It may have ended, or be restarting." });
  }
  if (!response.ok) throw await failureOf(response);
  return response;
}

async function failureOf(response: Response): Promise<Failure> {
  try {
    return new Failure(((await response.json()) as ApiFailure).error);
  } catch {
    return new Failure({ code: "internal", message: `The answer was status ${response.status}, without a reason.` });
  }
}

/** Any error as a {@link Failure}. */
export const toFailure = (error: unknown): Failure =>
  error instanceof Failure ? error : new Failure({ code: "internal", message: String(error) });
