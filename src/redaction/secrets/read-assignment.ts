/** A value and how a name before it is given that value: in configuration, source code, JSON, XML, a command line. */
export interface Assignment {
  /** The rest of the identifier after the found word: `_file` of `password_file`. */
  readonly tail: string;
  /** Quotes, spaces and operators between name and value. */
  readonly glue: string;
  readonly valueStart: number;
  readonly valueEnd: number;
  /** Whether the value stands in quotes. */
  readonly quoted: boolean;
  /** Whether it looks like an environment variable: `NAME=value` on a line, before or after a command. */
  readonly setting: boolean;
}

/** The part of an assignment before its value. */
export type NameOfValue = Pick<Assignment, 'tail' | 'glue' | 'valueStart'>;

type Quote = '"' | "'" | '`';

const longestHead = 40;
const longestTail = 30;
const longestRead = 256;
const longestSetting = 80;
/** Matched backwards from the `=`, since a search from the front would try each place before it. */
const startOfSetting =
  /(?<=(?:^|\n|[ \t]-(?:e|-env|-build-arg)[ =])[ \t+>|#-]{0,20}["']?(?:export |set |env |setx |declare -x |ENV |ARG )?[\w.-]{0,50}[\u0080-\uffff]{0,20}["']?=)/y;
const shoutedSetting = /(?<=(?:^|[\s"'`(;])[A-Z][A-Z0-9_]{1,50}=)/y;
const untilBlank = /[^\s"'`]{0,256}/y;
const moreUntilBlank = /[^\s"'`]*/y;
/** Behind it may stand a type (`: string = "`, ` &str = "`), or a block of YAML may begin. */
const glueOfName =
  /[ \t"'`=:>|?,\\\]：＝]{1,16}(?:(?:value|content)["']?[=:] ?\\?["']|[bru]["']|(?<=[: ] ?)[&*]?(?:'static )?[A-Za-z][\w.<>]{0,24}\??(?:\[\])? :?= \\?["'`]|(?<=: [|>])[-+]?\n[ \t]{1,24})?/y;
const attributesOfElement = /[^<>\n]{0,80}>/y;
const insideQuotes = { '"': /[^"\n]*/y, "'": /[^'\n]*/y, '`': /[^`\n]*/y } as const;
/**
 * Up to a blank, a delimiter, an escaped line end or quote, or what could be another assignment, so that no two values
 * overlap and reading them all takes linear time. Padding of base64 belongs to the value.
 */
const outsideQuotes =
  /(?:base64:)?(?:[^\s"'`,;)}\]<>&|\\=:＝：]|\\(?![nrt"'`\\]|\n)){0,256}(?:={1,3}(?![\w"'`=]))?/y;
const moreOutsideQuotes = /(?:[^\s"'`,;)}\]<>&|\\=:＝：]|\\(?![nrt"'`\\]|\n))*={0,3}/y;

/** The rest of the name around a word, and the glue before its value: for an XML element, its attributes. */
export function readName(text: string, wordStart: number, wordEnd: number): NameOfValue | undefined {
  const tailEnd = endOfTail(text, wordEnd);
  if (!mayBeGlue(text, tailEnd)) return undefined;
  glueOfName.lastIndex = tailEnd;
  if (!glueOfName.test(text)) return undefined;
  const valueStart = glueOfName.lastIndex;
  const [tail, glue] = [text.slice(wordEnd, tailEnd), text.slice(tailEnd, valueStart)];
  if (glue.trim() !== '' || text[wordStart - 1] !== '<') return { tail, glue, valueStart };
  attributesOfElement.lastIndex = valueStart;
  if (!attributesOfElement.test(text)) return undefined;
  return { tail, glue: '>', valueStart: attributesOfElement.lastIndex };
}

export function readAssignment(text: string, name: NameOfValue): Assignment {
  const { tail, glue, valueStart } = name;
  const quote = glue.at(-1);
  if (quote === '"' || quote === "'" || quote === '`') {
    const valueEnd = endInQuotes(text, valueStart, quote, glue.at(-2) === '\\');
    if (valueEnd !== undefined) return { tail, glue, valueStart, valueEnd, quoted: true, setting: false };
  }
  outsideQuotes.lastIndex = valueStart;
  outsideQuotes.test(text);
  return { tail, glue, valueStart, valueEnd: outsideQuotes.lastIndex, quoted: false, setting: false };
}

function endOfTail(text: string, from: number): number {
  let at = from;
  while (at - from < longestTail && isOfIdentifier(text.charCodeAt(at))) at++;
  return at;
}

/** Most words that are come upon are words of a sentence or parts of other words: they are let go at once. */
function mayBeGlue(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code === 32 || code === 9) {
    const next = text.charCodeAt(at + 1);
    // Between a name and its value stands more than blanks, but for options of a command line and for statements.
    return !Number.isNaN(next) && next !== 10;
  }
  return '"\'`=:>|?,\\]：＝'.includes(text[at] ?? ' ');
}

/** The part of the identifier before an index: `db_` before the `password` of `db_password`. */
export function readHead(text: string, wordStart: number): string {
  let start = wordStart;
  while (start > 0 && wordStart - start < longestHead && isOfIdentifier(text.charCodeAt(start - 1))) start--;
  return text.slice(start, wordStart);
}

/** `NAME=value` on a line of its own goes on to the next blank: there is no delimiter that a value could not hold. */
export function readSetting(text: string, assignment: Assignment): Assignment {
  const { glue, quoted, valueStart } = assignment;
  if (!/^=["']?$/.test(glue)) return assignment;
  const before = text.slice(
    Math.max(0, valueStart - glue.length + 1 - longestSetting),
    valueStart - glue.length + 1,
  );
  if (!endsWith(shoutedSetting, before) && !endsWith(startOfSetting, before)) return assignment;
  if (quoted) return { ...assignment, setting: true };
  untilBlank.lastIndex = valueStart;
  untilBlank.test(text);
  return { ...assignment, setting: true, valueEnd: untilBlank.lastIndex };
}

function endsWith(lookBehind: RegExp, before: string): boolean {
  lookBehind.lastIndex = before.length;
  return lookBehind.test(before);
}

/**
 * To the end of the run of value characters, however long it is, and on over lines that are continued. Only asked for
 * what is taken out, so that no run is read to its end twice.
 */
export function readToEnd(text: string, { valueStart, valueEnd, quoted, setting }: Assignment): number {
  if (quoted) return valueEnd;
  let end = valueEnd;
  const more = setting ? moreUntilBlank : moreOutsideQuotes;
  if (end - valueStart >= longestRead) {
    more.lastIndex = end;
    more.test(text);
    end = more.lastIndex;
  }
  while (text[end] === '\\' && text[end + 1] === '\n' && /\S/.test(text[end + 2] ?? ' ')) {
    more.lastIndex = end + 2;
    more.test(text);
    if (more.lastIndex === end + 2) break;
    end = more.lastIndex;
  }
  return end;
}

/** However far: what would be read again from within holds a quote itself, and so ends the reading. */
function endInQuotes(text: string, start: number, quote: Quote, escaped: boolean): number | undefined {
  const inside = insideQuotes[quote];
  let end = start;
  for (;;) {
    inside.lastIndex = end;
    inside.test(text);
    end = inside.lastIndex;
    if (text[end] !== quote) return undefined;
    if (text[end - 1] !== '\\') return end;
    if (escaped) return end - 1;
    end++;
  }
}

/** A letter, a digit, or one of `_ . -`. */
function isOfIdentifier(code: number): boolean {
  if (code >= 97) return code <= 122;
  if (code >= 65) return code <= 90 || code === 95;
  return code >= 48 ? code <= 57 : code === 45 || code === 46;
}

/**
 * The place of a value, which decides how much it must look like a password: a `setting` or an `option` always is one; a `pair`
 * of a query, a log or a connection string, and a `line` of a file, may be code.
 */
export type PlaceOfValue = 'setting' | 'option' | 'pair' | 'line' | 'elsewhere';

const farthestBracket = 160;
const longestHeadOfLine = 120;
const lineHead = /^[ \t+>|#*-]{0,24}["']?[\w.-]{0,60}$/;
const endOfLine = /^["']?[ \t]{0,8}(?:#[^\n]*)?(?:\n|$|&|\\n|\\r|```)/;
/** Looked for backwards. The word before is on the same line, since nothing but blanks stands between. */
const beforeOption = /(?<=\S[ \t]{1,40}["'`]?--?[\w-]{0,80})/y;
const afterOption = /^["']?(?:$|[ \t]*(?:\n|$|\\|[|&;>)`'"]|--?\w|\S*[/.@]|[\w-]+$)|[`'")\]\\])/;

export function placeOf(text: string, wordStart: number, assignment: Assignment): PlaceOfValue {
  const { glue, setting, valueStart, valueEnd } = assignment;
  if (setting) return 'setting';
  const after = text.slice(valueEnd, valueEnd + 40);
  const near = Math.max(0, wordStart - farthestBracket);
  const lineStart = near + text.slice(near, wordStart).lastIndexOf('\n') + 1;
  if (/^ ["']?$/.test(glue)) return isGivenAsOption(text, wordStart, after) ? 'option' : 'elsewhere';
  if (/^[:：]$|^[ \t]*[=:：][ \t]+$|^["'][:=] ?$/.test(glue) && endOfLine.test(after)) return 'line';
  if (/^[=＝]$/.test(glue)) return isArgumentOfCall(text, wordStart, lineStart, after) ? 'elsewhere' : 'pair';
  if (
    wordStart - lineStart <= longestHeadOfLine &&
    lineHead.test(text.slice(lineStart, wordStart)) &&
    endOfLine.test(after)
  ) {
    return valueStart - wordStart < longestHeadOfLine && /[=:：]/.test(glue) ? 'line' : 'elsewhere';
  }
  return 'elsewhere';
}

/** Whether it is `--password X` behind a program and before the end or next word of the command, not within a sentence. */
function isGivenAsOption(text: string, wordStart: number, after: string): boolean {
  beforeOption.lastIndex = wordStart;
  return beforeOption.test(text) && afterOption.test(after);
}

/** `connect(user=name, password=value)`: what stands there is a variable. */
function isArgumentOfCall(text: string, wordStart: number, lineStart: number, after: string): boolean {
  if (!/^[,)]/.test(after)) return false;
  const line = text.slice(Math.max(lineStart, wordStart - farthestBracket), wordStart);
  return line.lastIndexOf('(') > Math.max(line.lastIndexOf(')'), line.lastIndexOf('{'));
}
