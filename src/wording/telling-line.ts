import type { FailureProfile } from '../model/failure.ts';

const placeholder = /__[A-Z]+__|\bpath_[\w.-]+/g;
/** Prefix that runners put before a message, and that says nothing of it; and the word for any message. */
const wrapperPrefix = /^(?:\s*(?:npm (?:err!|error|warn)|\[(?:error|fatal)\]|e|x|✖|×|❌)(?:[\s:!]+|$))+/i;
const anyMessage = /^\s*(?:error|err|fatal)\b[\s:!]*/i;
const absolutePath = /(?<![\w.:/\\-])(?:[A-Za-z]:)?(?:[\\/][\w.@+-]{1,100}){2,40}/g;
/** Where it happened: `tests/test_lid.py:4:`, `src/lid.rs:12:5`. */
const placeInFile = /[\w.@+\\/-]{1,200}\.\w{1,8}:(?:\d{1,7}|__[A-Z]+__)(?::(?:\d{1,7}|__[A-Z]+__))?:?/g;
/** The announced text stands in the line below. */
const announcement = /:\s*$/;
/** A frame of a stack, behind a runner's prefix: `[error] at a.b.C(D.scala:1)`. */
const frame = /^\s*(?:\[\w+\]\s+)?at\s+\S/;
const fewestWords = 3;
/** `KeyError: 'target'`: the error and its subject, in any number of words. */
const namedError = /\b\w+(?:Error|Exception):\s+\S/i;
/** Share of its words that a printed line must have to be the source of an error line. */
const leastLikeness = 0.5;
const mostLines = 200;

/**
 * The printed line of a failure (without secrets) that says what happened: the first error line that is more than a code, a
 * place or an announcement. People read it instead of the error line, which has placeholders for numbers and paths.
 */
export function tellingLine({
  errorLines,
  excerpt,
}: Pick<FailureProfile, 'errorLines' | 'excerpt'>): string | undefined {
  const wordy = errorLines.filter(
    (line) => namedError.test(line) || (!frame.test(line) && messageOf(line).length >= fewestWords),
  );
  const chosen = wordy.find((line) => !announcement.test(line)) ?? wordy[0] ?? errorLines[0];
  if (chosen === undefined) return undefined;
  const sought = wordsOf(chosen);
  let best: { readonly line: string; readonly likeness: number } | undefined;
  for (const line of excerpt.split('\n', mostLines)) {
    // A path that the error line has a placeholder for would make another line, which says less, look nearer.
    const likeness = Math.max(
      likenessOf(sought, wordsOf(line)),
      likenessOf(sought, wordsOf(line.replaceAll(absolutePath, ' '))),
    );
    if (likeness >= leastLikeness && likeness > (best?.likeness ?? 0)) best = { line, likeness };
  }
  const printed =
    best === undefined ? chosen.replaceAll(placeholder, '…') : shortenPaths(best.line, chosen.toLowerCase());
  return withoutWrapper(printed).replaceAll(/\s+/g, ' ').trim() || printed.trim();
}

function messageOf(line: string): readonly string[] {
  return wordsOf(withoutWrapper(line).replace(anyMessage, '').replaceAll(placeInFile, ' '));
}

/** Paths below a checkout are told as the error line tells them, from its top: where it lies says nothing. */
function shortenPaths(printed: string, errorLine: string): string {
  return printed.replace(absolutePath, (path) => {
    const parts = path.split(/[\\/]/);
    // From the longest ending on; a name alone may be found by chance.
    const ending = parts
      .slice(1, -1)
      .map((_, at) => parts.slice(at + 1).join('/'))
      .find((one) => errorLine.includes(one.toLowerCase()));
    return ending ?? path;
  });
}

/** Without a runner's prefix, unless nothing else is said. */
function withoutWrapper(line: string): string {
  const rest = line.replace(wrapperPrefix, '');
  return rest.trim() === '' ? line : rest;
}

function wordsOf(line: string): readonly string[] {
  return (
    line
      .replaceAll(placeholder, ' ')
      .toLowerCase()
      .match(/\p{L}{2,}/gu) ?? []
  );
}

function likenessOf(one: readonly string[], other: readonly string[]): number {
  const [a, b] = [new Set(one), new Set(other)];
  const common = [...a].filter((word) => b.has(word)).length;
  return common / Math.max(1, a.size + b.size - common);
}
