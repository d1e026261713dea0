import type { ItemId } from '../model/brands.ts';
import type { JudgeVerdict } from '../ports/judge.ts';

const numbers = [
  'actionShift',
  'necessity',
  'expectedOutcomeUplift',
  'negativeTransferRisk',
  'confidence',
] as const satisfies readonly (keyof JudgeVerdict)[];

/**
 * What a judge answered, one verdict for each unit it was asked about, in their order. Undefined where it answered otherwise: not about each
 * once, with what is no number from 0 to 1, or about what it was not asked. Part of an answer is not used, for an order of some says nothing of the rest.
 */
export function readVerdicts(answer: unknown, ids: readonly ItemId[]): readonly JudgeVerdict[] | undefined {
  if (!Array.isArray(answer) || answer.length !== ids.length) return undefined;
  const verdicts = ids.flatMap((id) => answer.find((one) => isVerdictOf(one, id, ids)) ?? []);
  return verdicts.length === ids.length ? verdicts : undefined;
}

function isVerdictOf(candidate: unknown, id: ItemId, ids: readonly ItemId[]): candidate is JudgeVerdict {
  if (typeof candidate !== 'object' || candidate === null) return false;
  const verdict = candidate as Partial<Record<keyof JudgeVerdict, unknown>>;
  return (
    verdict.id === id &&
    numbers.every((name) => isShare(verdict[name])) &&
    [verdict.supportedBy, verdict.contradictedBy].every((others) => areOthers(others, id, ids))
  );
}

function isShare(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

function areOthers(others: unknown, id: ItemId, ids: readonly ItemId[]): boolean {
  if (others === undefined) return true;
  return Array.isArray(others) && others.every((other) => other !== id && ids.includes(other));
}
