// Where the user's files are, and agents' folders among them: where an agent has a variable for one, that goes before.
import { join } from "node:path";

/** Where the user's files are. */
export interface UserPlace {
  env: NodeJS.ProcessEnv;
  home: string;
}

export const claudeHome = ({ env, home }: UserPlace): string => env.CLAUDE_CONFIG_DIR || join(home, ".claude");

export const codexHome = ({ env, home }: UserPlace): string => env.CODEX_HOME || join(home, ".codex");

/** The folder of settings of programs that keep to XDG. */
export const configHome = ({ env, home }: UserPlace): string => env.XDG_CONFIG_HOME || join(home, ".config");
