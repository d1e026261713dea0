import { assignedSecretReaders } from './find-assigned-secret.ts';
import { decodedView, findEncodedSecrets } from './find-encoded-secret.ts';
import { passwordArgumentReaders } from './find-password-argument.ts';
import { privateKeyReaders } from './find-private-key.ts';
import { spokenPasswordReaders } from './find-spoken-password.ts';
import { tokenReaders } from './find-token.ts';
import { userPasswordReaders } from './find-user-password.ts';
import { cutTailRule, markedRules, placeRules } from './rows/places.ts';
import { vendorRules } from './rows/vendors.ts';
import { readerOf, type SecretReader, type SecretSpan } from './rule.ts';
import {
  base64Layer,
  buildSecretScanner,
  type Place,
  type RankedSpan,
  type ReadingBudget,
  urlLayer,
} from './scan-secrets.ts';

/** The more a reader knows of what it found, the earlier: of two that claim the same characters, it names the kind. */
const readers: readonly SecretReader[] = [
  ...privateKeyReaders,
  ...tokenReaders,
  ...[...markedRules, ...vendorRules, ...placeRules].map(readerOf),
  ...userPasswordReaders,
  ...passwordArgumentReaders,
  ...assignedSecretReaders,
  ...spokenPasswordReaders,
  readerOf(cutTailRule),
];

const lastRank = readers.length;
const mostLayers = 2;
/** To begin with another text, beyond what is in it. */
const unitsPerRun = 5;
const scanSecrets = buildSecretScanner(readers);

/**
 * The secrets in a text, in order, none overlapping another. Linear in the length of the text.
 *
 * @param changes Where the text differs from one in which all that was found was taken out: only near them may more be found.
 */
export function findSecrets(
  text: string,
  budget: ReadingBudget,
  changes?: readonly Place[],
): readonly SecretSpan[] {
  const found = findInLayers(text, budget, '', changes);
  return found.length < 2 ? found : merge(found);
}

/**
 * As the text stands, and beneath as many layers of encoding as are read.
 *
 * @param path Which layers of encoding the text was beneath: a letter for each.
 */
function findInLayers(
  text: string,
  budget: ReadingBudget,
  path: string,
  changes?: readonly Place[],
): readonly RankedSpan[] {
  const found = scanSecrets(text, budget.creditOf(path), changes);
  if (path.length === mostLayers) return found;
  const holdsSecret = (decoded: string): boolean => {
    const credit = budget.creditOf(path + base64Layer);
    credit.spend(unitsPerRun);
    credit.earn(decoded.length);
    // What nobody has read may hold one.
    return credit.isUsedUp || findInLayers(decoded, budget, path + base64Layer).length > 0;
  };
  const encoded = findEncodedSecrets(text, holdsSecret).map((span) => ({ ...span, rank: lastRank }));
  return [...found, ...findDecoded(text, budget, path + urlLayer), ...encoded];
}

function findDecoded(text: string, budget: ReadingBudget, path: string): readonly RankedSpan[] {
  const view = decodedView(text);
  if (view === undefined) return [];
  budget.beginLayer(view.text.length, view.escapes);
  return findInLayers(view.text, budget, path).map((span) => ({
    ...span,
    ...view.placeOf(span.start, span.end),
  }));
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
