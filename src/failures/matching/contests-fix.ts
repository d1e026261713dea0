import type { FailureComparison } from '../../model/failure.ts';
import { isTrustedAs, type Trust } from '../../model/trust.ts';
import { saysOtherwise } from '../mask-references.ts';
import { readsNearlyAs } from './reads-nearly-as.ts';

interface ToldFix {
  readonly fix: string;
  /** How far whoever told it is believed. */
  readonly trust: Trust;
  /** How what it was told for compares with the failure at hand. */
  readonly sameness: FailureComparison;
  /** The command line that it was told for, as typed. */
  readonly command?: string | undefined;
}

/**
 * Whether another fix may be the one that helps here, so that only a person can say. A word that is believed less is no reason to
 * be silent, nor is what was done at another place; neither is what names something else and was met by another command line, where the known failure was met by this one.
 *
 * @param command the failing command line, as typed
 */
export function contestsFix(other: ToldFix, known: ToldFix, command?: string): boolean {
  const isOfThisCommand = command !== undefined && known.command === command;
  return (
    !known.sameness.isElsewhere &&
    !other.sameness.isElsewhere &&
    isTrustedAs(other.trust, known.trust) &&
    readsNearlyAs(other.sameness, known.sameness) &&
    saysOtherwise(other.fix, known.fix) &&
    !(isOfThisCommand && ranAnother(other, command))
  );
}

function ranAnother({ command, sameness }: ToldFix, asked: string): boolean {
  return sameness.strength !== 'same' && command !== undefined && command !== asked;
}
