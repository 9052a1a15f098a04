// An SQL client as the rest of the package sees it, whichever program reads the file.

/** A value of a cell. */
export type SqlValue = string | number | Uint8Array | null;

/** A row, by the names of its columns. A blob is a `Uint8Array`. */
export type SqlRow = Record<string, unknown>;

/** A statement of SQL, and the values of its question marks. */
export interface SqlStatement {
  sql: string;
  args: SqlValue[];
}

/** What a statement returned, and how many rows it changed. */
export interface SqlResult {
  rows: SqlRow[];
  rowsAffected: number;
}

/** An open database. Its errors have a `code` (`SQLITE_BUSY`), those of a batch a `statementIndex`, too. */
export interface SqlClient {
  execute(statement: SqlStatement): Promise<SqlResult>;
  /** Runs all statements as one transaction, or none of them. */
  batch(statements: SqlStatement[], mode: "write"): Promise<SqlResult[]>;
  /** Closes the database. It cannot be used afterwards. */
  close(): void;
}
