/** The marker that replaces a secret in a text: `[redacted:github-token]`. */
export function markerOf(kind: string): string {
  return `${markerStart}${kind}]`;
}

export const markerStart = '[redacted:';
export const marker = /\[redacted:[a-z0-9-]{1,40}\]/g;

const longestMarker = 52;
const markerAt = /\[redacted:[a-z0-9-]{1,40}\]/y;

/** Where the marker ends whose beginning stands at an index; that index, if none does. */
export function endOfMarker(text: string, index: number): number {
  markerAt.lastIndex = index;
  return markerAt.test(text) ? markerAt.lastIndex : index;
}

/** Whether an index stands within a marker. */
export function isInMarker(text: string, index: number): boolean {
  const near = Math.max(0, index - longestMarker);
  const start = text.slice(near, index).lastIndexOf(markerStart);
  return start !== -1 && index < endOfMarker(text, near + start);
}

/** Whether a marker ends where the index stands. */
function followsMarker(text: string, index: number): boolean {
  if (text[index - 1] !== ']') return false;
  return /\[redacted:[a-z0-9-]+\]$/.test(text.slice(Math.max(0, index - longestMarker), index));
}

const longestEscape = 18;
const [percent, backslash] = [37, 92];
const escapeBefore =
  /(?:\\[nrtbf"'/]|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|%[0-9A-Fa-f]{2}|\\(?:x1b|u001b|033|e)\[[\d;]{0,10}m)$/i;

/**
 * Whether a token can start here: not within a word, unless that is the end of an escape (`\n`, `%3D`, `\x1b[31m`), and not
 * behind a marker that replaced one.
 */
export function startsToken(text: string, index: number): boolean {
  if (followsMarker(text, index)) return false;
  if (index === 0 || !isLetterOrDigit(text.charCodeAt(index - 1))) return true;
  for (let at = index - 2; at >= 0 && at >= index - longestEscape; at--) {
    const code = text.charCodeAt(at);
    if (code === backslash || code === percent)
      return escapeBefore.test(text.slice(Math.max(0, index - longestEscape), index));
  }
  return false;
}

function isLetterOrDigit(code: number): boolean {
  if (code >= 97) return code <= 122;
  return code >= 65 ? code <= 90 : code >= 48 && code <= 57;
}

/** Whether what stands before is the end of a line or a tab, written as a string is: `"failed:\nmysql -p…"`. */
export function followsEscape(text: string, index: number): boolean {
  if (text[index - 2] !== '\\') return false;
  const letter = text[index - 1];
  return letter === 'n' || letter === 't' || letter === 'r';
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\w-])/iy;
const groupsBefore = /(?<![\w-])[0-9a-f]{8}-(?:[0-9a-f]{4}-){0,2}$/i;
/** Two groups and their hyphens may stand before the third, and one character more says that nothing else does. */
const longestBefore = 20;

/** Whether one of the groups of a UUID begins at `start`: `EAAA` in `CD8421DB-EAAA-6879-88A8-4C650000000C` begins no token. */
export function isInUuid(text: string, start: number): boolean {
  const before = groupsBefore.exec(text.slice(Math.max(0, start - longestBefore), start))?.[0] ?? '';
  uuid.lastIndex = start - before.length;
  return uuid.test(text);
}

/** Where runs of one set of characters end: each is read once, however many places within it are asked about. */
export class RunEnds {
  readonly #characters: string;
  readonly #text: string;
  #run: RegExp | undefined;
  #start = 0;
  #end = -1;

  /** @param characters Source of the class of characters, `[\w-]`. */
  constructor(text: string, characters: string) {
    this.#text = text;
    this.#characters = characters;
  }

  /** The end of the run that an index stands in; the index itself, if it stands in none. */
  endAt(index: number): number {
    if (index < this.#start || index > this.#end) {
      this.#run ??= new RegExp(`${this.#characters}*`, 'y');
      this.#run.lastIndex = index;
      this.#run.test(this.#text);
      this.#start = index;
      this.#end = this.#run.lastIndex;
    }
    return this.#end;
  }
}

/** Where a text stands next: looked for once for all places before it. */
export class NextPlaces {
  readonly #text: string;
  readonly #wanted: string;
  #from = 0;
  #at = -1;

  constructor(text: string, wanted: string) {
    this.#text = text;
    this.#wanted = wanted;
  }

  /** The next place at or behind an index; the end of the whole, where there is none. */
  after(index: number): number {
    if (index < this.#from || index > this.#at) {
      const at = this.#text.indexOf(this.#wanted, index);
      this.#from = index;
      this.#at = at === -1 ? this.#text.length : at;
    }
    return this.#at;
  }
}
