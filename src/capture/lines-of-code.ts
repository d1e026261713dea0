import { languageOf } from '../text/path-role.ts';

type Language = NonNullable<ReturnType<typeof languageOf>>;

/** What opens a text or a comment, and what ends it. */
interface Enclosure {
  readonly open: string;
  readonly close: string;
  /** It ends with the line at the latest. */
  readonly isOfLine: boolean;
}

const slashes: readonly Enclosure[] = [
  { open: '//', close: '\n', isOfLine: true },
  { open: '/*', close: '*/', isOfLine: false },
];
const hash: readonly Enclosure[] = [{ open: '#', close: '\n', isOfLine: true }];
const quotes = (isOfLine: boolean): readonly Enclosure[] =>
  ['"', "'"].map((quote) => ({ open: quote, close: quote, isOfLine }));
const backtick: Enclosure = { open: '`', close: '`', isOfLine: false };
const threefold: readonly Enclosure[] = ['"""', "'''"].map((quote) => ({
  open: quote,
  close: quote,
  isOfLine: false,
}));
const script = [...slashes, ...quotes(true), backtick];
const curly = [...slashes, threefold[0] as Enclosure, ...quotes(true)];

const enclosures: Readonly<Record<Language, readonly Enclosure[]>> = {
  python: [...hash, ...threefold, ...quotes(true)],
  typescript: script,
  tsx: script,
  javascript: script,
  go: script,
  // An apostrophe also begins a lifetime.
  rust: [
    ...slashes,
    { open: 'r#"', close: '"#', isOfLine: false },
    { open: '"', close: '"', isOfLine: false },
  ],
  java: curly,
  c: curly,
  cpp: [{ open: 'R"(', close: ')"', isOfLine: false }, ...curly],
  csharp: [{ open: '@"', close: '"', isOfLine: false }, ...curly],
  ruby: [...hash, { open: '\n=begin', close: '\n=end', isOfLine: false }, ...quotes(false), backtick],
  php: [...slashes, ...hash, ...quotes(false)],
};

/** A text that begins on the next line, and ends with the word that is named. */
const heredocs: Readonly<Partial<Record<Language, RegExp>>> = {
  ruby: /<<[~-]?(["'`]?)([A-Za-z_]\w*)\1/,
  php: /<<<[ \t]*(["']?)([A-Za-z_]\w*)\1/,
};

/**
 * Lines of a file that neither begin nor end within a text or a comment that goes over several lines. Without a parser, so a file that
 * confuses it (a quote in a regular expression) may lack lines.
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
  // What opens with a line end is looked for from there.
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
