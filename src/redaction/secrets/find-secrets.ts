import type { ChangedPlaces } from './changed-places.ts';
import { decodedView } from './decoded-view.ts';
import { assignedSecretDetectors } from './find-assigned-secret.ts';
import { cookieDetectors } from './find-cookie.ts';
import { credentialLineDetectors } from './find-credential-line.ts';
import { cutTailDetectors } from './find-cut-tail.ts';
import { findEncodedSecrets } from './find-encoded-secret.ts';
import { headerCredentialDetectors } from './find-header-credential.ts';
import { manifestSecretDetectors } from './find-manifest-secret.ts';
import { markedTokenDetectors } from './find-marked-token.ts';
import { passwordArgumentDetectors } from './find-password-argument.ts';
import { privateKeyDetectors } from './find-private-key.ts';
import { spokenPasswordDetectors } from './find-spoken-password.ts';
import { statementPasswordDetectors } from './find-statement-password.ts';
import { tokenDetectors } from './find-token.ts';
import { urlPasswordDetectors } from './find-url-password.ts';
import { vendorSecretDetectors } from './find-vendor-secret.ts';
import { base64Layer, type ReadingBudget, urlLayer } from './reading-budget.ts';
import { buildSecretScanner, type RankedSpan } from './scan-secrets.ts';
import type { SecretDetector, SecretSpan } from './secret-span.ts';
import type { TextView } from './text-view.ts';

/** The more a detector knows of what it found, the earlier: of two that claim the same characters, it names the kind. */
const detectors: readonly SecretDetector[] = [
  ...privateKeyDetectors,
  ...tokenDetectors,
  ...markedTokenDetectors,
  ...vendorSecretDetectors,
  ...manifestSecretDetectors,
  ...urlPasswordDetectors,
  ...headerCredentialDetectors,
  ...cookieDetectors,
  ...credentialLineDetectors,
  ...statementPasswordDetectors,
  ...passwordArgumentDetectors,
  ...assignedSecretDetectors,
  ...spokenPasswordDetectors,
  ...cutTailDetectors,
];

const lastRank = detectors.length;
const mostLayers = 2;
/** To begin with another text, beyond what is in it. */
const unitsPerRun = 5;
const scanSecrets = buildSecretScanner(detectors);
/**
 * The secrets in a text, in order, none overlapping another. Linear in the length of the text.
 *
 * @param changes Where the text differs from one in which all that was found was taken out: only near them may more be found.
 */
export function findSecrets(
  text: string,
  budget: ReadingBudget,
  changes?: ChangedPlaces,
): readonly SecretSpan[] {
  const found = findInLayers(text, { budget, path: '' }, changes);
  return found.length < 2 ? found : merge(found);
}

/** Which layer of encoding a text was beneath: a letter for each. */
interface Layer {
  readonly budget: ReadingBudget;
  readonly path: string;
}

/** As it stands, and beneath as many layers of encoding as are read. */
function findInLayers(text: string, layer: Layer, changes?: ChangedPlaces): readonly RankedSpan[] {
  const { budget, path } = layer;
  const found = scanSecrets(text, budget.creditOf(path), changes);
  if (path.length === mostLayers) return found;
  const decoded = decodedView(text);
  const behind =
    decoded === undefined ? [] : findDecoded(decoded, { budget, path: path + urlLayer }, changes);
  const below = { budget, path: path + base64Layer };
  const encoded = findEncodedSecrets(text, (inner) => holdsSecret(inner, below), changes);
  return [...found, ...behind, ...encoded.map((span) => ({ ...span, rank: lastRank }))];
}

function holdsSecret(decoded: string, layer: Layer): boolean {
  const credit = layer.budget.creditOf(layer.path);
  credit.spend(unitsPerRun);
  credit.earn(decoded.length);
  // What nobody has read may hold one.
  return credit.isUsedUp || findInLayers(decoded, layer).length > 0;
}

function findDecoded(view: TextView, layer: Layer, changes?: ChangedPlaces): readonly RankedSpan[] {
  layer.budget.beginLayer(view.text.length, view.replaced);
  const changesInView = changes?.map(({ start, end }) => ({
    start: view.indexOf(start),
    end: view.indexOf(end),
  }));
  return findInLayers(view.text, layer, changesInView).map((span) => ({
    ...span,
    start: view.place(span.start),
    end: view.place(span.end),
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
