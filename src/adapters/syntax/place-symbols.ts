import { type Captures, type Definition, textOf } from './captures.ts';
import { describeSymbol, type PlacedDefinition, type PlacedSymbol } from './describe-symbol.ts';
import type { LanguageRules } from './languages/language-rules.ts';
import { readName, readReceiver } from './names.ts';

const longestPathCharacters = 500;

/** Symbols in the order of the text, each with what it stands in. */
export function placeSymbols(
  captures: Captures,
  text: string,
  rules: LanguageRules,
): readonly PlacedSymbol[] {
  const placed = placeDefinitions(captures.definitions, text, rules).filter(({ kind }) => kind !== 'scope');
  return withoutRepetitions(placed)
    .map((each) => describeSymbol(each, captures.outer.get(each.definition.name.startIndex), text, rules))
    .sort((one, other) => one.start - other.start || other.end - one.end);
}

function placeDefinitions(
  definitions: readonly Definition[],
  text: string,
  rules: LanguageRules,
): readonly PlacedDefinition[] {
  const enclosing: PlacedDefinition[] = [];
  const placed: PlacedDefinition[] = [];
  for (const definition of definitions) {
    while ((enclosing.at(-1)?.definition.end ?? Number.POSITIVE_INFINITY) <= definition.start)
      enclosing.pop();
    const around = enclosing.at(-1);
    const isInFunction = around?.kind === 'function' || around?.kind === 'method';
    if (isInFunction && (definition.kind === 'constant' || definition.isSignature)) continue;
    const each = placeDefinition(definition, around, text, rules);
    if (each === undefined) continue;
    placed.push(each);
    if (each.kind !== 'constant') enclosing.push(each);
  }
  return placed;
}

function placeDefinition(
  definition: Definition,
  around: PlacedDefinition | undefined,
  text: string,
  rules: LanguageRules,
): PlacedDefinition | undefined {
  const named = readName(textOf(definition.name, text));
  if (named === undefined) return undefined;
  const { receiver } = definition;
  const owner = receiver === undefined ? named.container : readReceiver(textOf(receiver, text));
  // Deeper nesting is made by machines; its symbols stand in the last that people would name.
  const outside = (around?.path.length ?? 0) > longestPathCharacters ? around?.container : around?.path;
  const container = [outside, owner].filter((part) => part !== undefined).join('.') || undefined;
  return {
    definition,
    name: named.name,
    kind: definition.kind === 'function' && isMethod(owner, around, rules) ? 'method' : definition.kind,
    container,
    path: container === undefined ? named.name : `${container}.${named.name}`,
  };
}

const havingMethods: ReadonlySet<Definition['kind']> = new Set([
  'class',
  'interface',
  'enum',
  'type',
  'scope',
]);

function isMethod(
  owner: string | undefined,
  around: PlacedDefinition | undefined,
  rules: LanguageRules,
): boolean {
  if (owner !== undefined) return true;
  if (around === undefined) return false;
  return havingMethods.has(around.kind) || (rules.modulesHaveMethods === true && around.kind === 'module');
}

/** A signature counts once, and only where no body is; so does a constant that is set again. */
function withoutRepetitions(placed: readonly PlacedDefinition[]): readonly PlacedDefinition[] {
  const withBody = new Set(
    placed.filter(({ definition }) => !definition.isSignature).map(({ path }) => path),
  );
  const seen = new Set<string>();
  return placed.filter(({ definition, kind, path }) => {
    if (!definition.isSignature && kind !== 'constant') return true;
    if (seen.has(path) || (definition.isSignature && withBody.has(path))) return false;
    seen.add(path);
    return true;
  });
}
