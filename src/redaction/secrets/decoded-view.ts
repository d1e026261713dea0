const escapeLength = 3;

/** A text read in another way, and where each of its characters stands in the text it was made of. */
export interface DecodedView {
  readonly text: string;
  /** How many escapes were read. */
  readonly escapes: number;
  /** Where the characters from one index up to another stand. */
  readonly placeOf: (start: number, end: number) => { readonly start: number; readonly end: number };
}

/** The lines with `%3D` and the like, read as what they stand for; undefined where there are none. */
export function decodedView(text: string): DecodedView | undefined {
  if (nextEscape(text, 0) === -1) return undefined;
  // Characters one by one: a text with an escape every few of them would be a million short strings.
  const codes = new Uint16Array(text.length);
  const starts = new Int32Array(text.length);
  const ends = new Int32Array(text.length);
  let length = 0;
  let escapes = 0;
  const put = (code: number, start: number, end: number): void => {
    codes[length] = code;
    starts[length] = start;
    ends[length++] = end;
  };
  for (let at = 0, next = nextEscape(text, 0); next !== -1; next = nextEscape(text, at)) {
    // Lines without any were read as they stand.
    at = Math.max(at, text.lastIndexOf('\n', next));
    for (const lineEnd = endOfLine(text, next); at < lineEnd; ) {
      const end = endOfEscapes(text, at);
      if (end === at) put(text.charCodeAt(at), at, ++at);
      else {
        escapes += (end - at) / escapeLength;
        putEscapes(text, at, end, put);
        at = end;
      }
    }
  }
  return {
    text: Buffer.from(codes.buffer, 0, 2 * length).toString('utf16le'),
    escapes,
    placeOf: (start, end) => ({ start: starts[start] ?? text.length, end: ends[end - 1] ?? 0 }),
  };
}

/** Each byte of ASCII by itself, so that a secret begins and ends where it does; others stand for a character together. */
function putEscapes(
  text: string,
  from: number,
  to: number,
  put: (code: number, start: number, end: number) => void,
): void {
  const bytes = Buffer.from(text.slice(from, to).replaceAll('%', ''), 'hex');
  for (let at = 0; at < bytes.length; ) {
    const start = at++;
    const code = bytes[start] as number;
    if (code > 127) while (at < bytes.length && (bytes[at] as number) > 127) at++;
    const [first, last] = [from + start * escapeLength, from + at * escapeLength];
    if (code < 128) put(code, first, last);
    else for (const unit of bytes.toString('utf8', start, at).split('')) put(unit.charCodeAt(0), first, last);
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

function nextEscape(text: string, from: number): number {
  let at = text.indexOf('%', from);
  while (at !== -1 && !isEscape(text, at)) at = text.indexOf('%', at + 1);
  return at;
}

function endOfEscapes(text: string, from: number): number {
  let end = from;
  while (isEscape(text, end)) end += escapeLength;
  return end;
}

function isEscape(text: string, at: number): boolean {
  return (
    text.charCodeAt(at) === 0x25 && isHexDigit(text.charCodeAt(at + 1)) && isHexDigit(text.charCodeAt(at + 2))
  );
}

function isHexDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || ((code | 0x20) >= 97 && (code | 0x20) <= 102);
}
