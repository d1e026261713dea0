import {
  type CodeImport,
  type CodeStructure,
  type CodeSymbol,
  noStructure,
  qualifiedName,
} from '../model/code.ts';
import { commentAbove, docstringAt, topComment, topDocstring } from '../text/code-comments.ts';
import { type PatternRules, patternRulesFor } from './pattern-rules.ts';

/** Longer lines are machine-made and skipped. */
const longestLineCharacters = 1000;
/** Deeper nesting is not distinguished. */
const deepestNesting = 50;

interface Line {
  readonly text: string;
  readonly start: number;
  readonly number: number;
  readonly indent: number;
}

interface OpenSymbol {
  readonly position: number;
  readonly indent: number;
  readonly path: string;
  readonly kind: CodeSymbol['kind'];
}

/**
 * Structure of a file, read line by line: for languages without a grammar, or when a grammar could not be loaded. Finds
 * only definitions and imports. The indentation gives the end of a symbol. Takes linear time on any text.
 * @returns `parser: 'none'` for a path of an unknown language
 */
export function readByPattern(text: string, path: string): CodeStructure {
  const rules = patternRulesFor(path);
  if (rules === undefined) return noStructure;
  const lines = rules.isInScriptTags ? linesOfScripts(splitLines(text)) : splitLines(text);
  const documentation = rules.isInScriptTags
    ? undefined
    : ((rules.docstrings && topDocstring(text)) ?? topComment(text, rules.comments));
  return {
    parser: 'pattern',
    symbols: readSymbols(lines, text, rules),
    imports: lines.flatMap((line) => readImport(line, rules)),
    calls: [],
    ...(documentation !== undefined && { documentation }),
    hasErrors: false,
  };
}

function splitLines(text: string): readonly Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const whole of text.split('\n')) {
    const line = whole.length > longestLineCharacters ? '' : whole.trimEnd();
    const number = lines.length + 1;
    lines.push({ text: line, start, number, indent: line.length - line.trimStart().length });
    start += whole.length + 1;
  }
  return lines;
}

/** Lines outside of `<script>` are emptied. */
function linesOfScripts(lines: readonly Line[]): readonly Line[] {
  let isInside = false;
  return lines.map((line) => {
    if (/^\s*<script\b/i.test(line.text)) isInside = true;
    const isCode = isInside && !/^\s*<\/?script\b/i.test(line.text);
    if (/<\/script\s*>/i.test(line.text)) isInside = false;
    return isCode ? line : { ...line, text: '' };
  });
}

function readSymbols(lines: readonly Line[], text: string, rules: PatternRules): readonly CodeSymbol[] {
  const symbols: CodeSymbol[] = [];
  const open: OpenSymbol[] = [];
  let last = 0;
  for (const line of lines) {
    if (line.text === '') continue;
    // A closing bracket or `end` at the symbol's indentation still belongs to the symbol.
    const isClosing = /^\s*(?:[)\]}]|end\b)/.test(line.text);
    closeSymbols(symbols, open, isClosing ? line.indent + 1 : line.indent, last);
    if (isClosing && open.at(-1)?.indent === line.indent)
      closeSymbols(symbols, open, line.indent, line.number);
    last = line.number;
    const symbol = isClosing ? undefined : readSymbol(line, text, rules, open.at(-1));
    if (symbol === undefined) continue;
    symbols.push(symbol);
    const path = qualifiedName(symbol);
    if (symbol.kind !== 'constant' && open.length < deepestNesting)
      open.push({ position: symbols.length - 1, indent: line.indent, path, kind: symbol.kind });
  }
  closeSymbols(symbols, open, 0, last);
  return symbols;
}

/** Closes all open symbols whose indentation is at least `indent`. */
function closeSymbols(symbols: CodeSymbol[], open: OpenSymbol[], indent: number, endLine: number): void {
  for (let last = open.at(-1); last !== undefined && last.indent >= indent; last = open.at(-1)) {
    const symbol = symbols[last.position];
    if (symbol !== undefined) symbols[last.position] = { ...symbol, endLine };
    open.pop();
  }
}

function readSymbol(
  line: Line,
  text: string,
  rules: PatternRules,
  around: OpenSymbol | undefined,
): CodeSymbol | undefined {
  for (const { kind, pattern, isTopLevelOnly } of rules.definitions()) {
    if (isTopLevelOnly && around !== undefined) continue;
    const groups = pattern.exec(line.text)?.groups;
    if (groups?.name === undefined) continue;
    const bases = readBases(groups.bases);
    const documentation = documentSymbol(line, text, rules);
    const hasMethods = around !== undefined && around.kind !== 'function' && around.kind !== 'method';
    return {
      name: groups.name,
      kind: kind === 'function' && hasMethods ? 'method' : kind,
      ...(around !== undefined && { container: around.path }),
      startLine: line.number,
      endLine: line.number,
      ...(bases.length > 0 && { bases }),
      ...(documentation !== undefined && { documentation }),
    };
  }
  return undefined;
}

/** The comment above, or the docstring on the next line. */
function documentSymbol(line: Line, text: string, rules: PatternRules): string | undefined {
  const above = commentAbove(text, line.start, rules.comments);
  if (above !== undefined || rules.docstrings !== true) return above;
  const next = line.start + line.text.length;
  const space = /^\s*/.exec(text.slice(next, next + longestLineCharacters))?.[0].length ?? 0;
  return docstringAt(text, next + space, 'symbol');
}

function readBases(list: string | undefined): readonly string[] {
  return (list ?? '')
    .replace(/<[^<>]*>|\([^()]*\)|\[[^[\]]*\]/g, '')
    .split(/,|\bwith\b|\bimplements\b/)
    .map((base) => base.trim().replace(/^(?:public|private|protected|virtual)\s+/, ''))
    .filter((base) => /^[\w.:$\\]+$/.test(base));
}

function readImport(line: Line, rules: PatternRules): readonly CodeImport[] {
  for (const pattern of rules.imports) {
    const groups = pattern.exec(line.text)?.groups;
    if (groups?.module === undefined) continue;
    const names = (groups.names ?? '')
      .split(',')
      .map((name) => name.trim().split(/\s+(?:as|=>)\s+/)[0] ?? '')
      .filter((name) => /^[\w*]+$/.test(name));
    return [{ module: groups.module, names, line: line.number }];
  }
  return [];
}
