import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A change of a memory, by its name in the data: `supersede` takes the subject and the new text, the others the subject. */
export type Mutation =
  | readonly ['supersede', about: string, text: string]
  | readonly ['release' | 'purge', about: string];

export interface ForgetCase {
  readonly id: string;
  /** Of ten: what makes it hard. */
  readonly category: string;
  readonly facts: readonly string[];
  readonly mutations: readonly Mutation[];
  readonly question: string;
  readonly wanted: readonly string[];
  readonly forbidden: readonly string[];
}

/** The second is there where the cases that a model wrote are, too. */
const files = ['adversarial.py', 'adversarial_generated.py'];

/** The adversarial cases in a clone of WaylandYang/forgeteval-anon-supp; undefined where none lies there. */
export function readForgetCases(folder: string): readonly ForgetCase[] | undefined {
  const paths = files
    .map((name) => join(folder, 'bench', 'forgeteval', name))
    .filter((path) => existsSync(path));
  return paths.length === 0
    ? undefined
    : paths.flatMap((path) => parseForgetCases(readFileSync(path, 'utf8')));
}

interface WrittenCase {
  readonly id: string;
  readonly setup_facts: readonly string[];
  readonly mutations: readonly Mutation[];
  readonly final_query: string;
  readonly must_contain?: readonly string[];
  readonly must_not_contain?: readonly string[];
}

/** Reads calls of `GeneratedCase` whose arguments are literals of Python; nothing is run. */
export function parseForgetCases(source: string): readonly ForgetCase[] {
  const cases: ForgetCase[] = [];
  const tokens = tokensOf(source);
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at] !== 'GeneratedCase' || tokens[at + 1] !== '(') continue;
    const end = closingOf(tokens, at + 1);
    cases.push(toCase(JSON.parse(`{${asJson(tokens.slice(at + 2, end))}}`)));
    at = end;
  }
  return cases;
}

function toCase(written: WrittenCase): ForgetCase {
  const { id, setup_facts: facts, mutations, final_query: question } = written;
  const { must_contain: wanted = [], must_not_contain: forbidden = [] } = written;
  const category = id.replace(/^adv_/, '').replace(/_\d+\w*$/, '');
  return { id, category, facts, mutations, question, wanted, forbidden };
}

/** Strings as JSON, names and brackets; without comments. */
function tokensOf(source: string): readonly string[] {
  const pattern = /#[^\n]*|"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[A-Za-z_]\w*|[()[\]{},=]/g;
  return [...source.matchAll(pattern)].flatMap(([token]) => {
    if (token.startsWith('#') || token.startsWith('"""')) return [];
    return /^["']/.test(token) ? [JSON.stringify(withoutEscapes(token.slice(1, -1)))] : [token];
  });
}

function withoutEscapes(text: string): string {
  const named: Readonly<Record<string, string>> = { n: '\n', t: '\t' };
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|(.))/g,
    (_, short, long, byte, other: string) => {
      const code = short ?? long ?? byte;
      return code === undefined ? (named[other] ?? other) : String.fromCodePoint(Number.parseInt(code, 16));
    },
  );
}

function closingOf(tokens: readonly string[], opening: number): number {
  let depth = 0;
  for (let at = opening; at < tokens.length; at++) {
    if ('([{'.includes(tokens[at] ?? '')) depth += 1;
    else if (')]}'.includes(tokens[at] ?? '') && --depth === 0) return at;
  }
  throw new RangeError('A case does not end.');
}

/** Tuples as arrays, keywords as keys, neighbouring strings as one, no comma before an end. */
function asJson(tokens: readonly string[]): string {
  const told: string[] = [];
  for (const token of tokens) {
    const last = told.at(-1) ?? '';
    if (token.startsWith('"') && last.startsWith('"') && !last.endsWith(':')) {
      told[told.length - 1] = JSON.stringify(JSON.parse(last) + JSON.parse(token));
    } else if (token === '=') told[told.length - 1] = `${JSON.stringify(last)}:`;
    else {
      const closes = ')]}'.includes(token);
      if (closes && last === ',') told.pop();
      told.push(token === '(' ? '[' : token === ')' ? ']' : token);
    }
  }
  if (told.at(-1) === ',') told.pop();
  return told.join(' ');
}
