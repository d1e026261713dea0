import { assignedSecretReaders, spokenPasswordReaders } from './find-assigned-secret.ts';
import { drawnKind } from './find-drawn-value.ts';
import { findInRuns } from './find-encoded-secret.ts';
import { passwordArgumentReaders } from './find-password-argument.ts';
import { tokenReaders } from './find-token.ts';
import { looksRandom } from './judge-value.ts';
import { decodedView, joinedView } from './recompose.ts';
import { accountRules } from './rows/accounts.ts';
import { keyRules } from './rows/keys.ts';
import { cutTailRule, markedRules, placeRules } from './rows/places.ts';
import { serviceRule } from './rows/tokens.ts';
import { readerOf, type SecretReader, type SecretSpan } from './rule.ts';
import {
  buildSecretScanner,
  outsideCrowds,
  type Place,
  type RankedSpan,
  wholeOf,
  windowsAround,
} from './scan-secrets.ts';
import { isInMarker } from './token-bounds.ts';

/** Readers that know more about their secrets come first: of two that claim the same characters, it names the kind. */
const readers: readonly SecretReader[] = [
  ...keyRules.map(readerOf),
  ...tokenReaders,
  ...[...markedRules, serviceRule, ...placeRules].map(readerOf),
  ...accountRules.map(readerOf),
  ...passwordArgumentReaders,
  ...assignedSecretReaders,
  ...spokenPasswordReaders,
  readerOf(cutTailRule),
];

const lastRank = readers.length;
const mostLayers = 2;
const scanSecrets = buildSecretScanner(readers);

/**
 * The secrets in a text, in order, none overlapping another. Linear in the length of the text.
 * @param changes Where the text differs from an already redacted one: only near them may more be found.
 */
export function findSecrets(text: string, changes?: readonly Place[]): readonly SecretSpan[] {
  const parts = changes === undefined ? wholeOf(text) : windowsAround(text, changes);
  const found = findInLayers(text, mostLayers, parts);
  return found.length < 2 ? found : merge(found);
}

/** As the text stands, with its lines put together, and beneath as many layers of encoding as are read. */
function findInLayers(text: string, layers: number, all = wholeOf(text)): readonly RankedSpan[] {
  const announced: number[] = [];
  const found = [...scanSecrets(text, { parts: all, announced })];
  const parts = outsideCrowds(all, found);
  if (announced.length > 0) found.push(...findJoined(text, announced, found));
  const holdsSecret = (decoded: string) => findInLayers(decoded, layers - 1).length > 0;
  const inRuns = findInRuns(text, parts, layers === 0 ? undefined : holdsSecret);
  for (const span of withoutKnown(inRuns, found))
    if (!isInMarker(text, span.start)) found.push({ ...span, rank: lastRank });
  if (layers === 0) return found;
  const view = decodedView(text, parts);
  if (view !== undefined)
    for (const span of findInLayers(view.text, layers - 1))
      found.push({ ...span, ...view.placeOf(span.start, span.end) });
  return found;
}

/** A row knows best where its secret begins and ends: what only looks drawn is let be where it meets one. */
function withoutKnown(spans: readonly SecretSpan[], known: readonly SecretSpan[]): readonly SecretSpan[] {
  if (spans.length === 0 || known.length === 0) return spans;
  const ordered = known.toSorted((a, b) => a.start - b.start);
  let at = 0;
  return spans.filter(({ start, end, kind }) => {
    while (at < ordered.length && (ordered[at] as SecretSpan).end <= start) at++;
    return kind !== drawnKind || at === ordered.length || (ordered[at] as SecretSpan).start >= end;
  });
}

/** A next line that holds the rest of a token, and nothing else. */
const goesOn =
  /["'\x60]?[ \t]{0,8}[+.|│\\=]?[ \t]{0,4}\n[ \t>|│+#*]{0,24}["'\x60]?(?=[\w+/=.-]{0,79}\d)[\w+/=.-]{4,}["'\x60,;)]{0,3}(?:\s|\\|$)/y;
const endOfRest = /[\w+/=.-]*$/;
const shortestRest = 8;
const nextWord = /^[A-Z]?[a-z]{3,}$/;

/** Tokens that are parted by joints. One that is whole before a joint ends there, unless only more of its kind follows. */
function findJoined(
  text: string,
  announced: readonly number[],
  whole: readonly RankedSpan[],
): readonly RankedSpan[] {
  const view = joinedView(text, announced);
  if (view === undefined) return [];
  const only = ({ isToken }: SecretReader) => isToken === true;
  const found: RankedSpan[] = [];
  for (const span of scanSecrets(view.text, { only, isEnd: (index) => view.startOfPart(index) === index })) {
    const lastPart = view.startOfPart(span.end - 1);
    if (lastPart <= span.start) continue;
    // A word behind a joint is more likely what comes next than the end of the token, if it is one without.
    const isWhole = () =>
      scanSecrets(`${view.text.slice(span.start, lastPart)}\n.`, { only }).some(({ start }) => start === 0);
    const end = nextWord.test(view.text.slice(lastPart, span.end)) && isWhole() ? lastPart : span.end;
    const place = view.placeOf(span.start, end);
    const known = whole.find(({ start, rank }) => start === place.start && rank === span.rank);
    if (known === undefined || isMoreOf(text, known.end, place.end)) found.push({ ...span, ...place });
  }
  return found;
}

function isMoreOf(text: string, from: number, end: number): boolean {
  goesOn.lastIndex = from;
  if (goesOn.test(text)) return true;
  const [rest = ''] = endOfRest.exec(text.slice(from, end)) ?? [];
  return looksRandom(rest, shortestRest) && /^["'`,;)]{0,3}(?:\s|$|<)/.test(text.slice(end, end + 4));
}

function merge(found: readonly RankedSpan[]): readonly SecretSpan[] {
  const merged: RankedSpan[] = [];
  for (const span of found.toSorted((a, b) => a.start - b.start || a.rank - b.rank)) {
    const last = merged.at(-1);
    if (!last || span.start >= last.end) {
      merged.push(span);
      continue;
    }
    const named = span.rank < last.rank ? span : last;
    merged[merged.length - 1] = { ...named, start: last.start, end: Math.max(last.end, span.end) };
  }
  return merged;
}
