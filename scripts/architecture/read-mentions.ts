import ts from 'typescript-6';

/** Something a source text says that reaches modules or the network without an import. */
export type Mention =
  /** `process.getBuiltinModule('node:fs')`: as good as an import of that module. */
  | { readonly kind: 'module'; readonly module: string }
  /** A name as identifier, property or quoted property: `fetch`, `x.fetch`, `x['fetch']`, `{ fetch: own }`. */
  | { readonly kind: 'name'; readonly name: string }
  /** What stands for a name nobody can read: `globalThis[name]`, `const all = globalThis`, `import(path)`. */
  | { readonly kind: 'hidden'; readonly text: string };

/** Two names of the object that has everything: it may only stand left of the one name that is taken from it. */
const wholeObjects: readonly string[] = ['globalThis', 'global'];
/** Objects from which nothing is taken by a computed name. */
const closedObjects: readonly string[] = [...wholeObjects, 'process'];

export interface ReadSource {
  /** In the order of the text. */
  readonly mentions: readonly Mention[];
  /** Whether anything was understood of it: a text without a statement is no source. */
  readonly isRead: boolean;
}

/**
 * All mentions in a source text. It reads syntax, not values: it does not see through names that are put
 * together at run time (`object['fe' + 'tch']`, unless the object is `globalThis` or `process`), nor into `eval`.
 */
export function readMentions(path: string, text: string): ReadSource {
  const mentions: Mention[] = [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  visit(source);
  return { mentions, isRead: source.statements.length > 0 };

  function visit(node: ts.Node): void {
    const mention = mentionOf(node, source);
    if (mention !== undefined) mentions.push(mention);
    // What asks for a module in place is told as the module, not as the name of the function.
    if (mention?.kind === 'module') return;
    ts.forEachChild(node, visit);
  }
}

function mentionOf(node: ts.Node, source: ts.SourceFile): Mention | undefined {
  if (ts.isCallExpression(node)) return mentionInCall(node, source);
  if (ts.isIdentifier(node)) {
    if (wholeObjects.includes(node.text) && isTakenWhole(node)) return hidden(node.parent, source);
    return { kind: 'name', name: node.text };
  }
  if (ts.isElementAccessExpression(node)) {
    const name = textOf(node.argumentExpression);
    if (name !== undefined) return { kind: 'name', name };
    return closedObjects.includes(lastNameOf(node.expression)) ? hidden(node, source) : undefined;
  }
  if (ts.isStringLiteralLike(node) && isPropertyName(node)) return { kind: 'name', name: node.text };
  return undefined;
}

function mentionInCall(node: ts.CallExpression, source: ts.SourceFile): Mention | undefined {
  const [argument] = node.arguments;
  const { expression: callee } = node;
  if (callee.kind === ts.SyntaxKind.ImportKeyword)
    return textOf(argument) === undefined ? hidden(node, source) : undefined;
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'getBuiltinModule') return undefined;
  const module = textOf(argument);
  return module === undefined ? undefined : { kind: 'module', module };
}

/** Text of a literal without anything computed in it. */
function textOf(node: ts.Expression | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;
}

/** `{ 'fetch': own }`, `{ ['fetch']: own }`, and what is asked for by `Reflect.get(object, 'fetch')` and the like. */
function isPropertyName(node: ts.StringLiteralLike): boolean {
  const { parent } = node;
  if (ts.isComputedPropertyName(parent) || ts.isPropertyAssignment(parent) || ts.isBindingElement(parent))
    return !('initializer' in parent) || parent.initializer !== node;
  if (!ts.isCallExpression(parent) || !ts.isPropertyAccessExpression(parent.expression)) return false;
  const { expression: owner } = parent.expression;
  return ts.isIdentifier(owner) && ['Reflect', 'Object'].includes(owner.text);
}

/** Whether an identifier stands for the object itself, rather than left of the one name that is taken from it. */
function isTakenWhole(node: ts.Identifier): boolean {
  const whole = ts.isPropertyAccessExpression(node.parent) && node.parent.name === node ? node.parent : node;
  const { parent } = whole;
  if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) return false;
  return !(ts.isPropertyAssignment(parent) && parent.name === node) && !ts.isTypeNode(parent);
}

/** `process` of `process` and of `globalThis.process`. */
function lastNameOf(node: ts.Expression): string {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isIdentifier(node) ? node.text : '';
}

function hidden(node: ts.Node, source: ts.SourceFile): Mention {
  return { kind: 'hidden', text: node.getText(source).slice(0, 80) };
}
