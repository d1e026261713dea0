import type { SecretDetector, SecretSpan } from './secret-span.ts';

const kind = 'private-key';
const longestBlock = 200_000;
const shortestBody = 16;

const header = /(?:[ \w-]{0,100})PRIVATE KEY(?: BLOCK)?-----/y;
const ssh2Header = / BEGIN [ \w]{0,40}PRIVATE KEY ----/y;
/** A line of a key file whose end is missing: base64, a header such as `Proc-Type: 4,ENCRYPTED`, or nothing. */
const keyLine =
  /(?:[ \t>|+#"'*]|\\[nrt])*(?:[A-Za-z0-9+/=]{16,}|[A-Za-z0-9+/=]{1,76}(?=\s*(?:$|["'`\\\n]|={1,2}))|[A-Z][A-Za-z-]{2,20}: [^\n\\]{1,80})?["',;]*(?:\\r|\\n|\r|\n|$)/y;
const puttyLines = /Private-Lines: \d{1,3}\n(?:[A-Za-z0-9+/=]{1,76}(?:\n|$)){1,200}/y;

/** Private keys in PEM, OpenSSH, PGP and PuTTY form: whole, cut off at either end, or in one line with escapes. */
export const privateKeyDetectors: readonly SecretDetector[] = [
  { literals: ['-----begin'], find: (text, start, end) => findBlock(text, start, end, header) },
  {
    literals: ['----begin', '---- begin'],
    find: (text, start) => findBlock(text, start, start + 4, ssh2Header),
  },
  { literals: ['-----end'], find: findTail },
  {
    literals: ['private-lines'],
    find(text, start) {
      puttyLines.lastIndex = start;
      return puttyLines.test(text)
        ? { start, end: trimmedEnd(text, start, puttyLines.lastIndex), kind }
        : undefined;
    },
  },
];

function findBlock(text: string, start: number, end: number, opening: RegExp): SecretSpan | undefined {
  opening.lastIndex = end;
  if (!opening.test(text)) return undefined;
  const bodyStart = opening.lastIndex;
  const bodyEnd = endOfBody(text, bodyStart);
  if (keyCharacters(text.slice(bodyStart, Math.min(bodyEnd, bodyStart + 1000))) < shortestBody)
    return undefined;
  return { start, end: endOfFooter(text, bodyEnd), kind };
}

/** Where the next rule of dashes stands, if that closes the block; otherwise as far as lines look like a key's. */
function endOfBody(text: string, bodyStart: number): number {
  const dashes = text.indexOf('----', bodyStart);
  if (dashes !== -1 && dashes - bodyStart < longestBlock) {
    if (/^-{4,5} ?END/.test(text.slice(dashes, dashes + 10))) return dashes;
    if (/KEY(?: BLOCK)?$/.test(text.slice(Math.max(bodyStart, dashes - 10), dashes))) return dashes;
  }
  return endOfKeyLines(text, bodyStart);
}

function endOfKeyLines(text: string, start: number): number {
  let end = start;
  while (end < text.length && end - start < longestBlock) {
    keyLine.lastIndex = end;
    if (!keyLine.test(text) || keyLine.lastIndex === end) break;
    end = keyLine.lastIndex;
  }
  keyLine.lastIndex = end;
  return trimmedEnd(text, start, end);
}

function endOfFooter(text: string, bodyEnd: number): number {
  const footer = /-{4,5}(?: ?END[ \w]{0,100}-{4,5})?/y;
  footer.lastIndex = bodyEnd;
  return footer.test(text) ? footer.lastIndex : bodyEnd;
}

/** The end of a block whose beginning is missing: back over lines of base64. */
function findTail(text: string, start: number, end: number): SecretSpan | undefined {
  header.lastIndex = end;
  if (!header.test(text)) return undefined;
  const footerEnd = header.lastIndex;
  let bodyStart = start;
  while (bodyStart > 0 && start - bodyStart < longestBlock) {
    const lineStart = text.lastIndexOf('\n', bodyStart - 2) + 1;
    if (bodyStart - lineStart > 200) break;
    if (!/^[ \t>|+#"'*]*[A-Za-z0-9+/=]{1,76}\s*$/.test(text.slice(lineStart, bodyStart))) break;
    bodyStart = lineStart;
  }
  if (keyCharacters(text.slice(bodyStart, start)) < shortestBody) return undefined;
  return { start: bodyStart, end: footerEnd, kind };
}

function keyCharacters(body: string): number {
  return body.replace(/\\[nrt]|[^A-Za-z0-9+/=]/g, '').length;
}

function trimmedEnd(text: string, start: number, end: number): number {
  let trimmed = end;
  while (trimmed > start && /\s/.test(text[trimmed - 1] ?? '')) trimmed--;
  return trimmed;
}
