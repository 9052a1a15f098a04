// What is at a path: in a shape, and in the data that the shape describes.
import type { Shape, TableShape } from "./shape.js";

type Path = readonly PropertyKey[];

/** The shapes that a value at the path may have; none where the path leads nowhere. */
export function shapesAt(root: Shape, path: Path): readonly Shape[] {
  let shapes = optionsOf(root);
  for (const key of path) shapes = shapes.flatMap((shape) => partOf(shape, key)).flatMap(optionsOf);
  return shapes;
}

/**
 * The valid keys of the table at the path; none where there is no table. Of a table that has documented keys, those alone.
 */
export const keysAt = (root: Shape, path: Path): string[] =>
  shapesAt(root, path).flatMap((shape) => (shape.kind === "table" ? documentedKeys(shape.keys) : []));

function documentedKeys(keys: TableShape["keys"]): string[] {
  const documented = Object.keys(keys).filter((key) => !keys[key]?.experimental);
  return documented.length > 0 ? documented : Object.keys(keys);
}

const optionsOf = (shape: Shape): readonly Shape[] =>
  shape.kind === "any of" ? shape.options.flatMap(optionsOf) : [shape];

function partOf(shape: Shape, key: PropertyKey): Shape[] {
  if (shape.kind === "list") return [shape.item];
  if (shape.kind === "record") return [shape.value];
  const part = shape.kind === "table" ? shape.keys[String(key)] : undefined;
  return part === undefined ? [] : [part];
}
