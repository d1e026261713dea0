import { assignedSecretDetectors } from './find-assigned-secret.ts';
import { credentialLineDetectors } from './find-credential-line.ts';
import { headerCredentialDetectors } from './find-header-credential.ts';
import { manifestSecretDetectors } from './find-manifest-secret.ts';
import { markedTokenDetectors } from './find-marked-token.ts';
import { privateKeyDetectors } from './find-private-key.ts';
import { tokenDetectors } from './find-token.ts';
import { urlPasswordDetectors } from './find-url-password.ts';
import { vendorSecretDetectors } from './find-vendor-secret.ts';
import { buildLiteralScanner, type LiteralScanner } from './literal-scanner.ts';
import { endOfMarker, markerStart } from './marker.ts';
import type { SecretDetector, SecretSpan } from './secret-span.ts';

/** The more a detector knows of what it found, the earlier: of two that claim the same characters, it names the kind. */
const detectors: readonly SecretDetector[] = [
  ...privateKeyDetectors,
  ...tokenDetectors,
  ...markedTokenDetectors,
  ...vendorSecretDetectors,
  ...manifestSecretDetectors,
  ...urlPasswordDetectors,
  ...headerCredentialDetectors,
  ...credentialLineDetectors,
  ...assignedSecretDetectors,
];

let index:
  | {
      readonly scanner: LiteralScanner;
      readonly asked: readonly (readonly number[])[];
      readonly lengths: readonly number[];
    }
  | undefined;

/** The secrets in a text, in order, none overlapping another. Linear in the length of the text. */
export function findSecrets(text: string): readonly SecretSpan[] {
  index ??= indexDetectors();
  const { scanner, asked, lengths } = index;
  const found: (SecretSpan & { readonly rank: number })[] = [];
  let covered = 0;
  let coveredBy = 0;
  let marker = text.indexOf(markerStart);
  scanner.scan(text, (literal, end) => {
    const start = end - (lengths[literal] ?? 0);
    // What took a secret's place before is made of the very words that are looked for.
    while (marker !== -1 && endOfMarker(text, marker) <= start)
      marker = text.indexOf(markerStart, marker + 1);
    if (marker !== -1 && marker <= start) return;
    for (const rank of asked[literal] ?? []) {
      // Within a secret only a detector that knows more of it is asked, so that no part of a text is read too often.
      if (start < covered && rank >= coveredBy) continue;
      const span = detectors[rank]?.find(text, start, end);
      if (!span) continue;
      found.push({ ...span, rank });
      if (span.end >= covered) coveredBy = rank;
      covered = Math.max(covered, span.end);
    }
  });
  return found.length < 2 ? found : merge(found);
}

function indexDetectors() {
  const ranks = new Map<string, number[]>();
  detectors.forEach((detector, rank) => {
    for (const literal of detector.literals) ranks.set(literal, [...(ranks.get(literal) ?? []), rank]);
  });
  const literals = [...ranks.keys()];
  return {
    scanner: buildLiteralScanner(literals),
    asked: [...ranks.values()],
    lengths: literals.map((literal) => literal.length),
  };
}

function merge(found: readonly (SecretSpan & { readonly rank: number })[]): readonly SecretSpan[] {
  const merged: (SecretSpan & { readonly rank: number })[] = [];
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
