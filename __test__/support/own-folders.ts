// Gives each test file folders of its own for what Tamis keeps of a user, for itself and for every program that it starts:
// a test that names none must neither read nor write the ledger of whoever runs it.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "tamis-test-"));
// Where temporaryFolder makes folders; some tests look at theirs as another user.
chmodSync(folder, 0o755);
process.env.TAMIS_TEST_FOLDER = folder;
process.env.XDG_STATE_HOME = join(folder, "state");
process.env.XDG_CACHE_HOME = join(folder, "cache");
afterAll(() => rmSync(folder, { recursive: true, force: true }));
