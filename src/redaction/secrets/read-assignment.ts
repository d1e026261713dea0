/** A value and how a name before it is given that value: in configuration, source code, JSON, XML, a command line. */
export interface Assignment {
  /** What stands in the identifier after the word that was found: `_file` of `password_file`. */
  readonly tail: string;
  /** Quotes, spaces and operators between name and value. */
  readonly glue: string;
  readonly valueStart: number;
  readonly valueEnd: number;
  /** Whether the value stands in quotes. */
  readonly quoted: boolean;
  /** Whether name and value are a line of their own, as in environment files and in what `env` prints. */
  readonly setting: boolean;
}

type Quote = '"' | "'" | '`';

const longestHead = 40;
const longestValue = 256;
const longestSetting = 80;
const startOfSetting = /(?:^|\n)[ \t]{0,20}(?:export |set |env |- )?[\w.-]{1,50}=$/i;
const untilBlank = /[^\s"'`]{0,256}/y;
const tailAndGlue = /([\w.-]{0,30})([ \t"'`=:>|?,\\\]]{1,16}(?:value=["'])?)/y;
const attributesOfElement = /[^<>\n]{0,80}>/y;
const insideQuotes = { '"': /[^"\n]{0,256}/y, "'": /[^'\n]{0,256}/y, '`': /[^`\n]{0,256}/y } as const;
/**
 * Up to a blank, a delimiter, an escaped line end or quote, or what could be another assignment, so that no two values
 * overlap and reading them all takes linear time. Padding of base64 belongs to the value.
 */
const outsideQuotes =
  /(?:base64:)?(?:[^\s"'`,;)}\]<>&|\\=:]|\\(?![nrt"'`\\])){0,256}(?:={1,3}(?![\w"'`=]))?/y;

/** Reads on from a word that may be, or be part of, the name of a secret. */
export function readAssignment(text: string, wordStart: number, wordEnd: number): Assignment | undefined {
  tailAndGlue.lastIndex = wordEnd;
  const match = tailAndGlue.exec(text);
  if (!match) return undefined;
  const [, tail = '', glue = ''] = match;
  const valueStart = tailAndGlue.lastIndex;
  const assignment = { tail, glue, setting: false, ...readValue(text, valueStart, glue) };
  if (glue.trim() === '' && text[wordStart - 1] === '<') return readElement(text, assignment);
  return assignment.valueEnd === valueStart ? undefined : assignment;
}

/** What stands in the identifier before an index: `db_` before the `password` of `db_password`. */
export function readHead(text: string, wordStart: number): string {
  let start = wordStart;
  while (start > 0 && wordStart - start < longestHead && isOfIdentifier(text.charCodeAt(start - 1))) start--;
  return text.slice(start, wordStart);
}

/** `NAME=value` on a line of its own goes on to the next blank: there is no delimiter that a value could not hold. */
export function readSetting(text: string, assignment: Assignment): Assignment {
  const { glue, quoted, valueStart } = assignment;
  if (glue !== '=' || quoted) return assignment;
  const before = text.slice(Math.max(0, valueStart - longestSetting), valueStart);
  if (!startOfSetting.test(before)) return assignment;
  untilBlank.lastIndex = valueStart;
  untilBlank.test(text);
  if (untilBlank.lastIndex === valueStart + longestValue) return assignment;
  return { ...assignment, setting: true, valueEnd: untilBlank.lastIndex };
}

/** The content of an XML element whose start tag goes on with attributes. */
function readElement(text: string, { tail, valueStart }: Assignment): Assignment | undefined {
  attributesOfElement.lastIndex = valueStart;
  if (!attributesOfElement.test(text)) return undefined;
  return { tail, glue: '>', setting: false, ...readValue(text, attributesOfElement.lastIndex, '>') };
}

function readValue(text: string, valueStart: number, glue: string) {
  const quote = glue.at(-1);
  if (quote === '"' || quote === "'" || quote === '`') {
    const valueEnd = endInQuotes(text, valueStart, quote, glue.at(-2) === '\\');
    if (valueEnd !== undefined) return { valueStart, valueEnd, quoted: true };
  }
  outsideQuotes.lastIndex = valueStart;
  outsideQuotes.test(text);
  return { valueStart, valueEnd: outsideQuotes.lastIndex, quoted: false };
}

function endInQuotes(text: string, start: number, quote: Quote, escaped: boolean): number | undefined {
  const inside = insideQuotes[quote];
  let end = start;
  while (end < start + longestValue) {
    inside.lastIndex = end;
    inside.test(text);
    end = inside.lastIndex;
    if (text[end] !== quote) return undefined;
    if (text[end - 1] !== '\\') return end;
    if (escaped) return end - 1;
    end++;
  }
  return undefined;
}

/** A letter, a digit, or one of `_ . -`. */
function isOfIdentifier(code: number): boolean {
  if (code >= 97) return code <= 122;
  if (code >= 65) return code <= 90 || code === 95;
  return code >= 48 ? code <= 57 : code === 45 || code === 46;
}
