import type { LineChange } from '../ports/git-reader.ts';
import { languageOf } from '../text/path-role.ts';

type Language = NonNullable<ReturnType<typeof languageOf>>;

/** Marks that open and end a text or a comment. */
interface Enclosure {
  readonly open: string;
  readonly close: string;
  /** It ends with the line at the latest. */
  readonly isOfLine: boolean;
}

const across = (open: string, close = open): Enclosure => ({ open, close, isOfLine: false });
const within = (open: string, close = open): Enclosure => ({ open, close, isOfLine: true });

const slashes = [within('//', '\n'), across('/*', '*/')];
const hash = within('#', '\n');
const quotes = [within('"'), within("'")];
const longQuotes = [across('"'), across("'")];
const script = [...slashes, ...quotes, across('`')];
const curly = [...slashes, across('"""'), ...quotes];

const enclosures: Readonly<Record<Language, readonly Enclosure[]>> = {
  python: [hash, across('"""'), across("'''"), ...quotes],
  typescript: script,
  tsx: script,
  javascript: script,
  go: script,
  // An apostrophe also begins a lifetime.
  rust: [...slashes, across('r#"', '"#'), across('"')],
  java: curly,
  kotlin: curly,
  c: curly,
  cpp: [across('R"(', ')"'), ...curly],
  csharp: [across('@"', '"'), ...curly],
  ruby: [hash, across('\n=begin', '\n=end'), ...longQuotes, across('`')],
  php: [...slashes, hash, ...longQuotes],
};

/** A text that begins on the next line, and ends with the word that is named. */
const heredocs: Readonly<Partial<Record<Language, RegExp>>> = {
  ruby: /<<[~-]?(["'`]?)([A-Za-z_]\w*)\1/,
  php: /<<<[ \t]*(["']?)([A-Za-z_]\w*)\1/,
};

/**
 * Lines of a file outside of texts and comments over several lines. It uses no parser, so a confusing file (a quote in a
 * regular expression) may lack lines.
 */
export function linesOfCode(path: string, text: string): ReadonlySet<string> {
  const language = languageOf(path);
  const found = new Set<string>();
  const doubtful = new Set<string>();
  if (language === undefined) return found;
  const kinds = enclosures[language];
  const heredoc = heredocs[language];
  let open: Enclosure | undefined;
  let mark: string | undefined;
  let at = 0;
  for (const line of text.split('\n')) {
    if (mark !== undefined) {
      doubtful.add(line.trimEnd());
      at += line.length + 1;
      if (line.trimStart().startsWith(mark)) mark = undefined;
      continue;
    }
    if (open === undefined) mark = heredoc?.exec(line)?.[2];
    const begins = open === undefined;
    open = stateAfter(text, { from: at, to: at + line.length }, open, kinds);
    at += line.length + 1;
    (begins && open === undefined ? found : doubtful).add(line.trimEnd());
  }
  return new Set([...found].filter((line) => !doubtful.has(line)));
}

function stateAfter(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
  before: Enclosure | undefined,
  kinds: readonly Enclosure[],
): Enclosure | undefined {
  let open = before;
  // An enclosure that opens with a line end is looked for from there.
  for (let at = Math.max(0, from - 1); at < to; ) {
    if (at < from && text[at] !== '\n') at = from;
    else if (text[at] === '\\') at += 2;
    else if (open !== undefined && text.startsWith(open.close, at)) {
      at += open.close.length;
      open = undefined;
    } else {
      const next: Enclosure | undefined =
        open === undefined ? kinds.find((kind) => text.startsWith(kind.open, at)) : undefined;
      open ??= next;
      at += next?.open.length ?? 1;
    }
  }
  return open?.isOfLine ? undefined : open;
}

/** Without a name a line stands in many places. */
const named = /\w{2}/;
/** A line that stands in more places tells nothing of where it was put. */
const mostPlaces = 100;

/**
 * Where the lines that an edit added stand in the file now: runs of them, each as long as it stands there in one place
 * only. Lines written over since, or standing elsewhere as well, are left out.
 * @param lines of the file
 */
export function placeAddedLines(
  added: readonly string[],
  lines: readonly string[],
): readonly Pick<LineChange, 'startLine' | 'added' | 'removed'>[] {
  const trimmed = lines.map((line) => line.trim());
  const wanted = added.map((line) => line.trim());
  const places = Map.groupBy(trimmed.keys(), (at) => trimmed[at] ?? '');
  const changes: LineChange[] = [];
  for (let at = 0; at < wanted.length; ) {
    const { length, place } = longestRun(wanted, at, { trimmed, places });
    const run = place === undefined ? [] : lines.slice(place, place + length).map((line) => line.trimEnd());
    if (place !== undefined && run.some((line) => named.test(line)))
      changes.push({ startLine: place + 1, removed: [], added: run });
    at += Math.max(1, length);
  }
  return changes;
}

interface StandingLines {
  readonly trimmed: readonly string[];
  /** Numbers of the lines, from 0, by their text. */
  readonly places: ReadonlyMap<string, readonly number[]>;
}

/** The longest run from there; without a place where two are as long. */
function longestRun(
  wanted: readonly string[],
  from: number,
  { trimmed, places }: StandingLines,
): { readonly length: number; readonly place?: number } {
  const starts = places.get(wanted[from] ?? '') ?? [];
  if (starts.length > mostPlaces) return { length: 1 };
  const runs = starts.map((place) => {
    let length = 1;
    while (from + length < wanted.length && trimmed[place + length] === wanted[from + length]) length += 1;
    return { length, place };
  });
  const length = Math.max(0, ...runs.map((run) => run.length));
  const longest = runs.filter((run) => run.length === length);
  return longest.length === 1 && longest[0] !== undefined ? longest[0] : { length };
}
