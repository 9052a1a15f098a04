// Sums of objects with numbers in them: of dollars, of tokens, of counts.

/** Adds to each number of a sum, at any depth, the number that another object has in its place; all else stays. */
export function addNumbers<T extends object>(sum: T, more: T): void {
  for (const key of Object.keys(sum)) {
    const [known, other]: unknown[] = [Reflect.get(sum, key), Reflect.get(more, key)];
    if (typeof known === "number") Reflect.set(sum, key, known + Number(other));
    else if (typeof known === "object" && known !== null) addNumbers(known, other as object);
  }
}
