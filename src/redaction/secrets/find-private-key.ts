import type { SecretReader, SecretSpan } from './rule.ts';

const kind = 'private-key';
const longestBlock = 200_000;
const longestLine = 200;
const shortestBody = 16;

const header = /[ \w-]{0,100}PRIVATE KEY(?: BLOCK)?-----/y;
const headerOfSsh2 = / BEGIN [ \w]{0,40}PRIVATE KEY ----/y;
const footer = /-{4,5}(?: ?END[ \w]{0,100}-{4,5})?/y;
const linesOfPutty = /Private-Lines: \d{1,3}\n(?:[A-Za-z0-9+/=]{1,76}(?:\n|$)){1,200}/y;

/** Quoted, commented or diffed, in a file or as a string with escaped line ends: how far a key goes whose end is missing. */
const indent = String.raw`(?:[ \t>|+#"'*]|\\[nrt]){0,12}`;
const lineEnd = String.raw`["',;]{0,3}(?:\\r|\\n|\n|$)`;
/** The beginning of a token that stands after the key belongs to that token, which would not be known without it. */
const endOfWord = String.raw`(?![\w-]|\.[\w-])`;
const keyLines = new RegExp(
  String.raw`(?:${indent}(?:[A-Za-z0-9+/=]{40,}|[A-Z][A-Za-z-]{2,20}: [^\n\\]{1,80})?${lineEnd})*(?:${indent}[A-Za-z0-9+/]{12,}={0,2}${endOfWord})?`,
  'y',
);
const keyLineBefore = /^[ \t>|+#"'*]{0,12}[A-Za-z0-9+/=]{1,76}\s*$/;

/** Private keys in PEM, OpenSSH, PGP and PuTTY form: whole, cut off at either end, or in one line with escapes. */
export const privateKeyReaders: readonly SecretReader[] = [
  { keywords: ['-----begin'], find: (text, start, end) => findBlock(text, start, end, header) },
  { keywords: ['---- begin'], find: (text, start) => findBlock(text, start, start + 4, headerOfSsh2) },
  { keywords: ['-----end'], find: findTail },
  { keywords: ['private-lines'], find: findPuttyLines },
];

function findBlock(
  text: string,
  start: number,
  headerStart: number,
  opening: RegExp,
): SecretSpan | undefined {
  opening.lastIndex = headerStart;
  if (!opening.test(text)) return undefined;
  const bodyStart = opening.lastIndex;
  const bodyEnd = endOfBody(text, bodyStart);
  if (keyCharacters(text.slice(bodyStart, bodyEnd)) < shortestBody) return undefined;
  footer.lastIndex = bodyEnd;
  return { start, end: footer.test(text) ? footer.lastIndex : bodyEnd, kind };
}

/** Where the next dashes stand, if they close the block; otherwise as far as lines look like a key's. */
function endOfBody(text: string, bodyStart: number): number {
  // The search is short however many headers follow each other: each ends at the dashes of the next.
  const dashes = text.indexOf('----', bodyStart);
  if (dashes !== -1 && dashes - bodyStart < longestBlock) {
    if (/^-{4,5} ?END/.test(text.slice(dashes, dashes + 10))) return dashes;
    if (/KEY(?: BLOCK)?$/.test(text.slice(Math.max(bodyStart, dashes - 10), dashes))) return dashes;
  }
  keyLines.lastIndex = bodyStart;
  keyLines.test(text);
  return withoutBlanks(text, bodyStart, keyLines.lastIndex);
}

/** The end of a block whose beginning is missing: back over lines of base64. */
function findTail(text: string, start: number, end: number): SecretSpan | undefined {
  header.lastIndex = end;
  if (!header.test(text)) return undefined;
  const footerEnd = header.lastIndex;
  let bodyStart = start;
  while (bodyStart > 0 && start - bodyStart < longestBlock) {
    const before = text.slice(Math.max(0, bodyStart - longestLine), bodyStart);
    const line = before.slice(before.lastIndexOf('\n', before.length - 2) + 1);
    if (!keyLineBefore.test(line)) break;
    bodyStart -= line.length;
  }
  if (keyCharacters(text.slice(bodyStart, start)) < shortestBody) return undefined;
  return { start: bodyStart, end: footerEnd, kind };
}

function findPuttyLines(text: string, start: number): SecretSpan | undefined {
  linesOfPutty.lastIndex = start;
  if (!linesOfPutty.test(text)) return undefined;
  return { start, end: withoutBlanks(text, start, linesOfPutty.lastIndex), kind };
}

function keyCharacters(body: string): number {
  return body.slice(0, 1000).replace(/\\[nrt]|[^A-Za-z0-9+/=]/g, '').length;
}

function withoutBlanks(text: string, start: number, end: number): number {
  return start + text.slice(start, end).trimEnd().length;
}
