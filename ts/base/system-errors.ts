// What the system refuses, in words.

import { messageOf } from "./errors.js";

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: "no such file or folder",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is not a folder",
  ELOOP: "its symbolic links lead in a circle",
  ENAMETOOLONG: "its name is too long",
  EACCES: "permission denied",
  EPERM: "not permitted",
  EBUSY: "locked by another program",
  SQLITE_BUSY: "locked by another program",
  ENOSPC: "no space left",
  EDQUOT: "no space left in the user's quota",
  EFBIG: "the file would be larger than the system allows",
  EIO: "reading or writing failed",
  EROFS: "read-only file system",
  EMFILE: "too many open files",
};

/** The `code` of a Node system error, or undefined. */
export function systemCode(error: unknown): string | undefined {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Describes a system error in words; any other by its message. */
export const explainSystemError = (error: unknown): string => WORDS[systemCode(error) ?? ""] ?? messageOf(error);
