/** A word of a command line, as it stands in the text: without the quotes around it. */
export interface CommandWord {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

const longestQuoted = 4_000;
const blankOrContinued = /(?:[ \t]|\\\n)*/y;
const plain = /[^\s"'`|;&<>()\\]*/y;
const betweenArguments = /["']?[ \t]*,\s{0,8}(?=["'])/y;
const quotes = '"\'\\';
const opensWithin = /^--?[\w-]*=?$|^[\w.@-]+[%:]$/;

/**
 * Words after a place in a command line, up to its end: a line end, a pipe, a closing quote or bracket. Reads lists of
 * arguments as programs print them as well (`['mysql', '-pX']`).
 */
export function* readCommandWords(text: string, from: number): Generator<CommandWord> {
  betweenArguments.lastIndex = from;
  if (/["']/.test(text[from] ?? '') && betweenArguments.test(text)) {
    yield* readArgumentList(text, betweenArguments.lastIndex);
    return;
  }
  let at = from;
  for (;;) {
    blankOrContinued.lastIndex = at;
    blankOrContinued.test(text);
    const word = readWord(text, blankOrContinued.lastIndex);
    if (word === undefined) return;
    yield word;
    at = word.next;
    if (!/[ \t\\]/.test(text[at] ?? '')) return;
  }
}

function* readArgumentList(text: string, from: number): Generator<CommandWord> {
  let at = from;
  while (at < text.length) {
    const end = closingQuote(text, at + 1, text[at] as string);
    if (end === undefined) return;
    yield { start: at + 1, end, value: text.slice(at + 1, end) };
    betweenArguments.lastIndex = end;
    if (!betweenArguments.test(text)) return;
    at = betweenArguments.lastIndex;
  }
}

type ReadWord = CommandWord & { readonly next: number };

function readWord(text: string, start: number): ReadWord | undefined {
  plain.lastIndex = start;
  plain.test(text);
  const end = plain.lastIndex;
  if (quotes.includes(text[end] ?? ' ')) return readQuoted(text, start, end);
  return end === start ? undefined : { start, end, value: text.slice(start, end), next: end };
}

/** @param plainEnd where a quote or a backslash stands */
function readQuoted(text: string, start: number, plainEnd: number): ReadWord | undefined {
  let end = plainEnd;
  const before = text.slice(start, end);
  const escapes = text[end] === '\\' && /["']/.test(text[end + 1] ?? '') ? 1 : 0;
  const quote = text[end + escapes];
  if (/["']/.test(quote ?? '') && (before === '' || opensWithin.test(before))) {
    const valueStart = end + escapes + 1;
    const close = closingQuote(text, valueStart, quote as string);
    if (close === undefined) return before === '' ? undefined : { start, end, value: before, next: end };
    const valueEnd = escapes === 1 && text[close - 1] === '\\' ? close - 1 : close;
    // Characters before the quote belong to the word, but not to the span that is taken out.
    return {
      start: valueStart,
      end: valueEnd,
      value: before + text.slice(valueStart, valueEnd),
      next: close + 1,
    };
  }
  while (text[end] === '\\' && /[^\sntr"']/.test(text[end + 1] ?? ' ')) {
    plain.lastIndex = end + 2;
    plain.test(text);
    end = plain.lastIndex;
  }
  return end === start ? undefined : { start, end, value: text.slice(start, end), next: end };
}

function closingQuote(text: string, from: number, quote: string): number | undefined {
  const end = text.indexOf(quote, from);
  if (end === -1 || end - from > longestQuoted || text.slice(from, end).includes('\n')) return undefined;
  return end;
}
