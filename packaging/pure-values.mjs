// Marks what a bundle's top level makes as free of effects, so that other people's bundlers leave out what is not used. Modules
// of this package only define values, which bundlers cannot see of `new Set(all)`, `defineWire({…})` or a class that extends one.
import ts from "typescript";

/**
 * A module's text with each value, that a bundler would keep whether or not it is used, behind a function that is marked.
 *
 * @param {string} text
 * @returns {string}
 */
export function withPureValues(text) {
  const { statements } = ts.createSourceFile("module.js", text, ts.ScriptTarget.ESNext, true);
  const values = statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .filter(({ name, initializer }) => ts.isIdentifier(name) && initializer !== undefined && !isPlain(initializer));
  const parts = [];
  let from = 0;
  for (const { name, initializer } of values) {
    const [start, end] = [initializer.getStart(), initializer.getEnd()];
    parts.push(text.slice(from, start), marked(name.text, text.slice(start, end), ts.isClassExpression(initializer)));
    from = end;
  }
  return [...parts, text.slice(from)].join("");
}

/** A class gets its name from the variable, which stack traces show. */
function marked(name, value, isClass) {
  const body = isClass ? `{var ${name}=${value};return ${name}}` : value.startsWith("{") ? `(${value})` : value;
  return `/* @__PURE__ */(()=>${body})()`;
}

/** What every bundler knows to be without effects. */
function isPlain(node) {
  if (ts.isLiteralExpression(node) || ts.isIdentifier(node)) return true;
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return true;
  if ([ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword].includes(node.kind))
    return true;
  if (ts.isPrefixUnaryExpression(node)) return isPlain(node.operand);
  if (ts.isVoidExpression(node)) return isPlain(node.expression);
  if (ts.isArrayLiteralExpression(node)) return node.elements.every(isPlain);
  if (ts.isObjectLiteralExpression(node)) return node.properties.every(isPlainProperty);
  return false;
}

const isPlainProperty = (node) =>
  ts.isShorthandPropertyAssignment(node) ||
  (ts.isMethodDeclaration(node) && ts.isIdentifier(node.name)) ||
  (ts.isPropertyAssignment(node) && !ts.isComputedPropertyName(node.name) && isPlain(node.initializer));
