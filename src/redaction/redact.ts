import type { RedactedText } from '../model/brands.ts';
import { findSecrets } from './secrets/find-secrets.ts';
import { crowdedKind, type Place, ReadingBudget } from './secrets/scan-secrets.ts';
import { markerOf } from './secrets/token-bounds.ts';
import { stripMisleadingCharacters } from './strip-misleading-characters.ts';

const mostRounds = 8;
/** What is crowded still was made to be. */
const mostCrowdedRounds = 3;

/**
 * Text that may be written down, shown and handed to a model: well-formed Unicode without misleading characters, line
 * ends `\n`, each secret replaced by its kind (`[redacted:github-token]`). Idempotent; linear in the length of the text,
 * whatever it holds: of a text that announces secrets without end, parts are taken out unread (`[redacted:crowded]`).
 */
export function redact(text: string): RedactedText {
  let redacted = stripMisleadingCharacters(text);
  const budget = new ReadingBudget(redacted.length);
  // Once a secret is out, what stood beside it may be read differently, so that the result is looked at again.
  let changes: readonly Place[] | undefined;
  let crowdedRounds = 0;
  for (let round = 0; round < mostRounds && !budget.isUsedUp; round++) {
    budget.beginRound(redacted);
    const secrets = findSecrets(redacted, budget, changes);
    if (secrets.length === 0) {
      if (changes === undefined || !budget.mayRunShort) return redacted as RedactedText;
      // What was taken out earns less than it did, and what nobody read again was not paid for: whether the rest is crowded
      // shows when it is read as it will be if it comes back.
      changes = undefined;
      continue;
    }
    if (secrets.some(({ kind }) => kind === crowdedKind) && ++crowdedRounds > mostCrowdedRounds) break;
    let kept = '';
    let end = 0;
    changes = secrets.map((secret) => {
      kept += redacted.slice(end, secret.start);
      const start = kept.length;
      kept += markerOf(secret.kind);
      end = secret.end;
      return { start, end: kept.length };
    });
    redacted = kept + redacted.slice(end);
  }
  return markerOf('unsettled') as RedactedText;
}
