import { disclosures } from '../../model/card.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { RecallMemoriesRequest } from './recall-request.ts';
import { requirePositive } from './require-positive.ts';

/** @throws INVALID_ARGUMENT when nothing is asked, or so much of it cannot be given */
export function requireQuestion(request: RecallMemoriesRequest): void {
  const { query, failure, moment, topK, budgetTokens, disclosure } = request;
  const hasWords = (query ?? '').trim() !== '';
  const { output = '', stack = '', command } = failure ?? {};
  const hasFailure = [output, stack].some((text) => text.trim() !== '') || command !== undefined;
  if (moment === 'after_failure' && !hasFailure) {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      'Nothing failed: give the output of the command that failed, and the command.',
    );
  }
  if (!hasWords && !hasFailure) {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      'There is nothing to recall by. Ask in words, or give the output of a command that failed.',
    );
  }
  requireDisclosure(disclosure);
  requirePositive('topK', topK);
  requirePositive('budgetTokens', budgetTokens);
}

function requireDisclosure(found: string | undefined): void {
  if (found === undefined || disclosures.some((mode) => mode === found)) return;
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    `disclosure is ${JSON.stringify(found)}. Give one of ${disclosures.join(', ')}.`,
    { data: { argument: 'disclosure', found } },
  );
}
