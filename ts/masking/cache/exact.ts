type Triple = readonly [number, number, number];

/** The sign of a·b·c − d·e·f, exact for all safe integers. */
export function compareProducts(left: Triple, right: Triple): number {
  const [a, b] = [product(left), product(right)];
  if (Math.abs(a) <= Number.MAX_SAFE_INTEGER && Math.abs(b) <= Number.MAX_SAFE_INTEGER) return a - b;
  const [exactA, exactB] = [exactProduct(left), exactProduct(right)];
  return exactA < exactB ? -1 : exactA > exactB ? 1 : 0;
}

const product = ([a, b, c]: Triple): number => a * b * c;
const exactProduct = ([a, b, c]: Triple): bigint => BigInt(a) * BigInt(b) * BigInt(c);
