// What reads files in Node: price lists of the caller's, the addon's path. Nothing in `tamis/edge` calls it.
const noFiles = (): never => {
  throw new Error("tamis/edge reads no files");
};

export const readFileSync: () => never = noFiles;
export const join: () => never = noFiles;
export const resolve: () => never = noFiles;
