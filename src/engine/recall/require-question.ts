import { AfterwitError } from '../../model/errors.ts';
import type { RecallMemoriesRequest } from './recall-request.ts';

/** @throws INVALID_ARGUMENT when nothing is asked, or so much of it cannot be given */
export function requireQuestion({ query, failure, moment, topK, budgetTokens }: RecallMemoriesRequest): void {
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
  requirePositive('topK', topK);
  requirePositive('budgetTokens', budgetTokens);
}

function requirePositive(name: string, value: number | undefined): void {
  if (value === undefined || (Number.isSafeInteger(value) && value > 0)) return;
  throw new AfterwitError('INVALID_ARGUMENT', `${name} is ${value}. Give a whole number of 1 or more.`, {
    data: { argument: name, found: String(value) },
  });
}
