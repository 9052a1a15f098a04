import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "../../base/make-folder.js";
import { checkTarget, type SafeWrite } from "../../base/write-safely.js";
import { CONFIG_TEMPLATE, configJsonSchema, userConfigFile } from "../../gateway/index.js";
import { readConfig, tellIgnored } from "../gateway/config.js";
import { attempt, CliFailure, FAILED, WRONG_USAGE } from "../shared/failure.js";
import { writeFileAtomic, writeJson, writeStderr, writeStdout } from "../shared/io.js";
import { toTerminal } from "../shared/terminal.js";

/** The name in the template's first line. */
const SCHEMA_FILE = "tamis.schema.json";

/** `tamis config init` */
export async function initConfig(flags: { output?: string; force?: boolean; json?: boolean }): Promise<number> {
  const file = flags.output ?? userConfigFile();
  const schema = join(dirname(file), SCHEMA_FILE);
  if (!flags.force && existsSync(file)) {
    throw new CliFailure(WRONG_USAGE, `${file} is there already; --force replaces it`);
  }
  attempt(FAILED, `cannot make ${dirname(file)}`, () => makeFolder(dirname(file)));
  checkTarget(schema, ofSchema(schema));
  writeFileAtomic(file, CONFIG_TEMPLATE);
  writeFileAtomic(schema, schemaText(), ofSchema(schema));
  if (flags.json) await writeJson({ written: [file, schema] });
  else await writeStderr(toTerminal(`wrote ${file} and ${schema}\n`));
  return 0;
}

/** `tamis config show` */
export async function showConfig(flags: { config?: string }): Promise<number> {
  const loaded = readConfig(flags.config);
  await tellIgnored(loaded);
  const { settings, files } = loaded;
  const { policies, ...sections } = settings;
  const named = Object.fromEntries(
    [...policies].map(([name, { policy, summarizer }]) => [
      name,
      { ...policy.settings, ...(summarizer === undefined ? {} : { summarizer }) },
    ]),
  );
  const shown = { files, userFile: userConfigFile(), ...sections, policies: named };
  await writeJson(shown);
  return 0;
}

/** `tamis config schema` */
export async function printSchema(): Promise<number> {
  await writeStdout(schemaText());
  return 0;
}

/** Nobody has named this file, so it replaces an older schema of ours and nothing else. */
const ofSchema = (file: string): SafeWrite => ({
  within: dirname(file),
  isOurs: (text) => /"title": ?"tamis\.toml"/.test(text.slice(0, 2_000)),
});

const schemaText = () => `${JSON.stringify(configJsonSchema(), null, 2)}\n`;
