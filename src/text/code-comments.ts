/** How a language marks comments. */
export type CommentStyle = 'hash' | 'slashes' | 'both' | 'dashes';

/** Longest documentation kept for a file, and for a symbol. */
const fileDocumentationCharacters = 400;
const symbolDocumentationCharacters = 200;

/** Longer lines, and lines farther from the symbol, are not searched for documentation. */
const longestLineCharacters = 2000;
const farthestLines = 100;

/** The top of a file, where its documentation is searched. */
const topCharacters = 10_000;

const licence =
  /\b(?:licen[cs]e[ds]?|copyright|spdx|all rights reserved|warrant(?:y|ies)|redistribut\w+|permission is hereby)\b|\(c\) *\d{4}|©/i;
/** Lines for tools, not for readers. */
const instruction =
  /^(?:!|-\*-|vim?:|ex:|coding[:=]|noqa\b|type:|pylint:|flake8:|mypy:|ruff:|fmt:|isort:|eslint|prettier|@ts-|@flow|@jsx|biome-|rubocop:|frozen_string_literal:|typed:|phpcs:|nolint|go:|\+build|<\/?reference|region\b|endregion\b|use strict|[-=*#/~_]+$)/i;

const lineComments: Readonly<Record<CommentStyle, RegExp>> = {
  hash: /^\s*#(?!\[)/,
  slashes: /^\s*\/\//,
  both: /^\s*(?:#(?!\[)|\/\/)/,
  dashes: /^\s*--/,
};
/** Lines allowed between a comment and its symbol: decorators, attributes, template heads. */
const betweenCommentAndSymbol = /^\s*(?:@|#\[|\[\w|template\b)/;

/**
 * First paragraph of the comment directly above a line.
 * @param start position in the text at which the line begins
 */
export function commentAbove(text: string, start: number, style: CommentStyle): string | undefined {
  const above = linesAbove(text, start);
  let line = above.next().value;
  while (line !== undefined && betweenCommentAndSymbol.test(line)) line = above.next().value;
  if (line === undefined) return undefined;
  const comment =
    hasBlocks(style) && line.endsWith('*/') ? readBlock(line, above) : readLines(line, above, style);
  return describe(paragraphs(comment.map(withoutMarks)).slice(0, 1), symbolDocumentationCharacters);
}

const hasBlocks = (style: CommentStyle) => style === 'slashes' || style === 'both';

/** Lines above a position, nearest first. Stops at an overlong line, which is machine-made. */
function* linesAbove(text: string, start: number): Generator<string, undefined> {
  let end = start - 1;
  for (let count = 0; count < farthestLines && end > 0; count += 1) {
    // Bounded, because the line above may be megabytes long.
    const from = Math.max(0, end - longestLineCharacters);
    const begin = from + text.slice(from, end).lastIndexOf('\n') + 1;
    if (begin === from && from > 0) return;
    yield text.slice(begin, end).trimEnd();
    end = begin - 1;
  }
}

function readLines(last: string, above: Iterable<string>, style: CommentStyle): readonly string[] {
  if (!lineComments[style].test(last)) return [];
  const lines = [last];
  for (const line of above) {
    if (!lineComments[style].test(line)) break;
    lines.unshift(line);
  }
  return lines;
}

function readBlock(last: string, above: Iterable<string>): readonly string[] {
  const opening = last.indexOf('/*');
  // A comment after code on the same line is about that code.
  if (opening >= 0) return last.slice(0, opening).trim() === '' ? [last] : [];
  const lines = [last];
  for (const line of above) {
    lines.unshift(line);
    if (line.includes('/*')) return lines;
  }
  return [];
}

/** Text of a file's first comment about the file itself, skipping licences and directives for tools. */
export function topComment(text: string, style: CommentStyle): string | undefined {
  const lines: string[] = [];
  let inBlock = false;
  for (const line of firstLines(text)) {
    const trimmed = line.trim();
    if (inBlock || (hasBlocks(style) && trimmed.startsWith('/*'))) {
      inBlock = !trimmed.slice(inBlock ? 0 : 2).includes('*/');
      lines.push(withoutMarks(line));
      if (!inBlock) lines.push('');
    } else if (lineComments[style].test(line)) lines.push(withoutMarks(line));
    else if (trimmed === '' || /^(?:#!|<\?php|<\?hh|"use strict"|'use strict'|declare\()/.test(trimmed))
      lines.push('');
    else break;
  }
  return describe(paragraphs(lines), fileDocumentationCharacters);
}

const docstring = /[rRuUbB]{0,2}("""|'''|"|')/y;

/**
 * The string literal at a position of a Python file, as documentation.
 * @param limit Longest documentation; of a symbol the first paragraph only.
 */
export function docstringAt(text: string, start: number, of: 'file' | 'symbol'): string | undefined {
  docstring.lastIndex = start;
  const quote = docstring.exec(text)?.[1];
  if (quote === undefined) return undefined;
  const begin = docstring.lastIndex;
  const end = text.slice(begin, begin + longestLineCharacters).indexOf(quote);
  if (end < 0 && quote.length === 1) return undefined;
  const body = text.slice(begin, begin + (end < 0 ? longestLineCharacters : end)).split('\n');
  const parts = paragraphs(body.map((line) => line.trim()));
  return of === 'file'
    ? describe(parts, fileDocumentationCharacters)
    : describe(parts.slice(0, 1), symbolDocumentationCharacters);
}

/** The string literal with which a Python file begins. */
export function topDocstring(text: string): string | undefined {
  const head = text.slice(0, topCharacters);
  const before = /^\uFEFF?(?:[ \t]*(?:#[^\n]*)?\r?\n)*/.exec(head)?.[0] ?? '';
  return docstringAt(text, before.length, 'file');
}

function firstLines(text: string): readonly string[] {
  return text
    .slice(text.startsWith('\uFEFF') ? 1 : 0, topCharacters)
    .split('\n')
    .slice(0, farthestLines)
    .map((line) => line.slice(0, longestLineCharacters));
}

/** A line of a comment without comment marks and markup. */
function withoutMarks(line: string): string {
  return line
    .replace(/^\s*(?:\/\*+!?|\/\/+!?|#+:?|--+|\*+(?!\/))?/, '')
    .replace(/\*+\/\s*$/, '')
    .replace(/<\/?(?:summary|para|remarks|p|code|c|b|i|see|seealso)\b[^<>]*>/g, '')
    .replace(/\{@\w+ ([^{}]*)\}/g, '$1')
    .replace(/(?<=\S)\s@(?:see|param|returns?|throws|deprecated|example)\b.*/, '')
    .trim();
}

/** Paragraphs end at an empty line and where tags (`@param`, `:returns:`) begin. */
function paragraphs(lines: readonly string[]): readonly string[] {
  const found: string[][] = [[]];
  for (const line of lines) {
    if (
      /^(?:@(?!ts-)\w|:(?:param|returns?|type|rtype|raises)\b|<(?:param|returns|exception|typeparam)\b)/.test(
        line,
      )
    )
      break;
    if (line === '') found.push([]);
    else if (!instruction.test(line)) found.at(-1)?.push(line);
  }
  return found.map((part) => part.join(' ')).filter((part) => part !== '' && !licence.test(part));
}

function describe(parts: readonly string[], characters: number): string | undefined {
  const whole = parts.join(' ').replace(/\s+/g, ' ').trim();
  if (whole === '') return undefined;
  if (whole.length <= characters) return whole;
  const cut = whole.slice(0, characters - 1);
  const space = cut.lastIndexOf(' ');
  const kept = space > characters / 2 ? cut.slice(0, space) : cut.replace(/[\uD800-\uDBFF]$/, '');
  return `${kept}…`;
}
