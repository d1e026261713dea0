import { isPlaceholder } from './judge-value.ts';
import { type NextPlaces, type RunEnds, startsToken } from './token-bounds.ts';

/** Where in a text a secret stands, and what it is. */
export interface SecretSpan {
  /** In UTF-16 units, the end excluded. */
  readonly start: number;
  readonly end: number;
  /** Lower-case words with hyphens: `github-token`. Stands in the text in the secret's place. */
  readonly kind: string;
}

/** The state of one scan of a text, which keeps a reader from reading the same part again for each keyword. */
export interface Scan {
  /** How many characters the last answer took reading. */
  read: number;
  /** Where the command line ends that was read last. */
  commandEnd: number;
  /** Where a token may end, whatever follows. */
  readonly isEnd: (index: number) => boolean;
  /** Where something announces a token, in order. */
  readonly announced: number[];
  /** Runs of characters of tokens. */
  readonly tokenRuns: RunEnds;
  /** Runs without a digit. */
  readonly untilDigit: RunEnds;
  readonly dots: NextPlaces;
  /** Bars: where something is passed on to another program. */
  readonly bars: NextPlaces;
  /** Where nothing but blanks follows. */
  readonly lastVisible: () => number;
}

/** Looks at the neighbourhood of a keyword. */
export interface SecretReader {
  /** With ASCII letters in lower case. Each occurrence, in any case of ASCII letters, goes to {@link find}. */
  readonly keywords: readonly string[];
  /** Whether the secret is known for its own characters, so that it is one as well where it is parted. */
  readonly isToken?: boolean;
  /** The secrets that the keyword at `start` to `end` announces. Reads a bounded number of characters, or each once per scan. */
  readonly find: (
    text: string,
    start: number,
    end: number,
    scan: Scan,
  ) => SecretSpan | readonly SecretSpan[] | undefined;
}

/** A kind of secret as a row, in the form of gitleaks' rules: id, keywords, shape, entropy, allow. */
export interface SecretRule {
  readonly id: string;
  /** In lower case, unless {@link exact}. */
  readonly keywords: readonly string[];
  /** A text that it takes out, `‹any 12›` being twelve drawn characters, and one that it leaves. Default: drawn from the shape. */
  readonly example?: readonly [taken: string, left: string];
  /** The keyword counts in this case only. */
  readonly exact?: boolean;
  /** Whether a keyword counts as it is written. Default: however. */
  readonly counts?: (found: string) => boolean;
  /** Source of a part of the secret before its keyword, for keywords of one length; no word goes on before it. */
  readonly head?: string;
  /**
   * Source of the text after the keyword, with the secret as the group `secret` (or `bare`); without a group,
   * all of it. Each repetition is bounded, so that a keyword costs no more than this window.
   */
  readonly shape: string;
  readonly flags?: string;
  /** Tries the shape only where a digit stands within so many characters behind the keyword, for shapes that fit any text. */
  readonly digitWithin?: number;
  /** Whether the keyword belongs to the secret. */
  readonly whole?: boolean;
  /** A pattern that must stand within so many characters before the keyword or behind the secret. */
  readonly near?: { readonly pattern: RegExp; readonly before: number; readonly after?: number };
  /** Whether a value is one, by how it looks and by what else the shape names. Default: any but a placeholder. */
  readonly looks?: (value: string, named: Readonly<Record<string, string>>) => boolean;
  /** Source of the characters with which the secret goes on, however long. */
  readonly rest?: string;
}

export function rowsOf<Shared extends Partial<SecretRule>>(
  shared: Shared,
  rows: readonly (Omit<SecretRule, keyof Shared> & Partial<SecretRule>)[],
): readonly SecretRule[] {
  return rows.map((row) => ({ ...shared, ...row }) as SecretRule);
}

/** Ends a shape: more of a token may not follow, nor what stands for such now. */
export const endOfToken = '(?![A-Za-z0-9]|\\[redacted:)';

/** The reader of a row. Its patterns are made when its keyword is first met. */
export function readerOf(rule: SecretRule): SecretReader {
  const { id: kind, keywords, near, digitWithin = Infinity, looks = isNoPlaceholder } = rule;
  const counts = rule.exact === true ? (found: string) => keywords.includes(found) : rule.counts;
  const isWorthReading = (text: string, start: number, end: number, { untilDigit }: Scan): boolean =>
    counts?.(text.slice(start, end)) !== false && untilDigit.endAt(end) - end <= digitWithin;
  let shape: RegExp | undefined;
  let placed: RegExp | undefined;
  let rest: RegExp | undefined;
  /** Where the secret of a match stands. Groups are placed for what is taken alone: that takes longer than matching. */
  const placeOf = (text: string, start: number, end: number, matchEnd: number, named: Named): Place => {
    if (named.secret === undefined && named.bare === undefined)
      return [startOfWhole(rule, start, end, named), matchEnd];
    placed ??= shapeOf(rule, 'd');
    placed.lastIndex = end;
    const { secret, bare } = placed.exec(text)?.indices?.groups ?? {};
    return (secret ?? bare) as Place;
  };
  return {
    keywords: keywords.map((keyword) => keyword.toLowerCase()),
    find(text, start, end, scan) {
      if (!isWorthReading(text, start, end, scan)) return undefined;
      shape ??= shapeOf(rule);
      shape.lastIndex = end;
      const match = shape.exec(text);
      if (match === null) return undefined;
      const matchEnd = shape.lastIndex;
      scan.read = matchEnd - end;
      if (near !== undefined && !isNear(text, start, matchEnd, near)) return undefined;
      const named: Named = match.groups ?? {};
      const whole = () => text.slice(startOfWhole(rule, start, end, named), matchEnd);
      if (!looks(named.secret ?? named.bare ?? whole(), named)) return undefined;
      const [valueStart, valueEnd] = placeOf(text, start, end, matchEnd, named);
      if (rule.head !== undefined && !startsToken(text, valueStart)) return undefined;
      if (rule.rest === undefined) return { start: valueStart, end: valueEnd, kind };
      rest ??= new RegExp(`${rule.rest}*`, 'y');
      rest.lastIndex = valueEnd;
      rest.test(text);
      return { start: valueStart, end: rest.lastIndex, kind };
    },
  };
}

type Named = Readonly<Record<string, string>>;
type Place = readonly [start: number, end: number];

/** The head of a row ends where its keyword begins; what a shape looks back at, where the keyword ends. */
function startOfWhole(rule: SecretRule, start: number, end: number, { head }: Named): number {
  if (head === undefined) return rule.whole === true ? start : end;
  return (rule.head === undefined ? end : start) - head.length;
}

function shapeOf({ keywords, head, shape, flags = '' }: SecretRule, indices = ''): RegExp {
  const before = head === undefined ? '' : `(?<=(?<head>${head})[^]{${keywords[0]?.length}})`;
  return new RegExp(`${before}(?:${shape})`, `y${indices}${flags}`);
}

function isNear(
  text: string,
  start: number,
  end: number,
  { pattern, before, after = 0 }: NonNullable<SecretRule['near']>,
): boolean {
  return pattern.test(text.slice(Math.max(0, start - before), start) + text.slice(end, end + after));
}

function isNoPlaceholder(value: string): boolean {
  return !isPlaceholder(value);
}
