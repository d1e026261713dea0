import { type TextView, TextViewBuilder } from './text-view.ts';

const escapeLength = 3;
const noDigit = 16;
const digits = new Uint8Array(128).fill(noDigit);
for (let digit = 0; digit < noDigit; digit++) {
  const written = digit.toString(16);
  digits[written.charCodeAt(0)] = digit;
  digits[written.toUpperCase().charCodeAt(0)] = digit;
}

/** The lines with `%3D` and the like, read as what they stand for; undefined where there are none. */
export function decodedView(text: string): TextView | undefined {
  const first = nextEscape(text, 0);
  if (first === -1) return undefined;
  const view = new TextViewBuilder(text);
  let lineEnd = 0;
  for (let start = first; start !== -1; ) {
    if (start >= lineEnd) {
      const before = text.lastIndexOf('\n', start);
      // Lines without any were read as they stand.
      if (before > lineEnd) view.replace(lineEnd, before, '');
      const next = text.indexOf('\n', start);
      lineEnd = next === -1 ? text.length : next;
    }
    const end = replaceRun(view, text, start);
    start = nextEscape(text, end);
  }
  view.replace(lineEnd, text.length, '');
  return view.build();
}

/** One part for each character as far as possible, so that a secret begins and ends where it does. */
function replaceRun(view: TextViewBuilder, text: string, start: number): number {
  let end = start;
  for (let byte = byteAt(text, end); byte !== undefined && byte < 128; byte = byteAt(text, end)) {
    view.replaceByCode(end, end + escapeLength, byte);
    end += escapeLength;
  }
  const bytes: number[] = [];
  const wideStart = end;
  for (let byte = byteAt(text, end); byte !== undefined && byte > 127; byte = byteAt(text, end)) {
    bytes.push(byte);
    end += escapeLength;
  }
  if (bytes.length > 0) view.replace(wideStart, end, Buffer.from(bytes).toString('utf8'));
  return end;
}

function nextEscape(text: string, from: number): number {
  let at = text.indexOf('%', from);
  while (at !== -1 && byteAt(text, at) === undefined) at = text.indexOf('%', at + 1);
  return at;
}

/** The byte that an escape stands for; undefined, if none begins there. */
function byteAt(text: string, at: number): number | undefined {
  if (text.charCodeAt(at) !== 0x25) return undefined;
  const high = digits[text.charCodeAt(at + 1)] ?? noDigit;
  const low = digits[text.charCodeAt(at + 2)] ?? noDigit;
  return high === noDigit || low === noDigit ? undefined : (high << 4) | low;
}
