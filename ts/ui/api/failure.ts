/** Where the page's own files are. */
export const APP_PATH = "/_tamis/app/";
/** Where everything else is. */
export const API_PATH = "/_tamis/api/";
export const TOKEN_HEADER = "x-tamis-token";

/** Why a request was refused. */
export interface ApiFailure {
  error: {
    /** For programs. `unavailable`: this server has no such thing (no ledger, no live requests); `busy`: try again. */
    code: "unauthorized" | "forbidden" | "not_found" | "invalid" | "too_large" | "unavailable" | "busy" | "internal";
    /** What is wrong, where, and what to do: a sentence for people. */
    message: string;
    /** Of `invalid`: one entry for each field that is wrong. */
    issues?: ApiIssue[];
  };
}

export interface ApiIssue {
  /** The setting's key as in {@link SettingField.key}, or a place in a file. */
  path: string;
  /** Field, range and the value that was given. */
  message: string;
}
