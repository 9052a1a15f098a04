import { randomBytes } from "node:crypto";

/** A name beside `path` that no other process uses. */
export const temporaryName = (path: string): string => `${path}.${process.pid}.${randomBytes(6).toString("hex")}.tmp`;
