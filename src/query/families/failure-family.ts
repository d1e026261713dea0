import { families } from './families.ts';
import type { Clue, FamilyRow } from './family-row.ts';

/** What a family is read from: error lines without secrets, the most telling first, and what they name. */
interface FamilyEvidence {
  readonly lines: readonly string[];
  readonly exceptionTypes: readonly string[];
  /** Program of the failing command. */
  readonly program?: string;
}

export interface FailureFamily {
  readonly name: string;
  /** From 0 to 1: how specific the evidence is, less what speaks for the runner-up. */
  readonly confidence: number;
  readonly rootCause?: string;
}

const readCharacters = 400;
/**
 * Strength of one piece of evidence: `strong` clues occur in no other family, `weak` ones may; a program only suggests
 * its usual family.
 */
const worth = { strong: 0.85, weak: 0.5, exception: 0.7, program: 0.25 } as const;
/** A family that names where it failed gives way to one that names why. */
const shareOfPlaces = 0.7;
/** Below this, silence is better. */
const leastStrength = 0.3;
const wideMargin = 0.3;
/** Strength from which a family says what the one that it is a case of only says in general, and what that is then worth. */
const saysMore = 0.5;
const shareOfGeneral = 0.5;
/** Any name of an error that no row knows. */
const anyException = /^(?:[A-Z]\w*(?:Error|Exception|Failure)|Error|panic|fatal)$/;
const oneWord = /^[a-z]+$/;
const wordCharacter = /[a-z0-9]/;
const unknown: FailureFamily = { name: 'generic_runtime_error', confidence: 0.3, rootCause: 'unknown' };

interface Judged {
  readonly row: FamilyRow;
  readonly strength: number;
}

/**
 * The class of failures that these lines tell of; undefined where nothing does. The first lines count most. Linear in the
 * characters of the lines.
 */
export function failureFamily(evidence: FamilyEvidence): FailureFamily | undefined {
  const lines = evidence.lines.map((line) => line.slice(0, readCharacters).toLowerCase());
  const judged = withoutGeneral(
    families().map((row) => ({ row, strength: strengthOf(row, lines, evidence) })),
  )
    .filter(({ strength }) => strength >= leastStrength)
    .sort((left, right) => right.strength - left.strength);
  const [best, next] = judged;
  if (best === undefined)
    return evidence.exceptionTypes.some((name) => anyException.test(name)) ? unknown : undefined;
  return {
    name: best.row.name,
    confidence: confidenceOf(best, next),
    rootCause: rootCauseOf(best.row, lines, evidence.exceptionTypes),
  };
}

function withoutGeneral(judged: readonly Judged[]): readonly Judged[] {
  const general = new Set(
    judged.flatMap(({ row, strength }) => (strength >= saysMore ? (row.caseOf ?? []) : [])),
  );
  return judged.map(({ row, strength }) => ({
    row,
    strength: general.has(row.name) ? strength * shareOfGeneral : strength,
  }));
}

function confidenceOf(best: Judged, next: Judged | undefined): number {
  const margin = Math.min(1, (best.strength - (next?.strength ?? 0)) / wideMargin);
  return Number((best.strength * (0.6 + 0.4 * margin)).toFixed(3));
}

/** Noisy or: each piece of evidence removes its share of the remaining doubt. */
function strengthOf(row: FamilyRow, lines: readonly string[], evidence: FamilyEvidence): number {
  let doubt = 1;
  for (const [rank, line] of lines.entries()) {
    const trust = 1 / (1 + rank / 6);
    if (row.strong.some((clue) => says(clue, line))) doubt *= 1 - worth.strong * trust;
    else if (row.weak?.some((clue) => says(clue, line))) doubt *= 1 - worth.weak * trust;
  }
  const named = evidence.exceptionTypes.findIndex((name) => row.exceptions?.includes(name) ?? false);
  if (named !== -1) doubt *= 1 - worth.exception / (1 + named / 4);
  // A program alone is no evidence; it only strengthens other evidence.
  if (doubt < 1 && evidence.program !== undefined && row.programs?.includes(evidence.program))
    doubt *= 1 - worth.program;
  return (1 - doubt) * (row.names === 'place' ? shareOfPlaces : 1);
}

function rootCauseOf(row: FamilyRow, lines: readonly string[], exceptionTypes: readonly string[]): string {
  const cause = row.causes.find(
    ({ said, exceptions }) =>
      exceptions?.some((name) => exceptionTypes.includes(name)) ||
      said.some((clue) => lines.some((line) => says(clue, line))),
  );
  return cause?.name ?? row.rootCause;
}

function says(clue: Clue, line: string): boolean {
  if (typeof clue === 'string') return oneWord.test(clue) ? beginsWord(clue, line) : line.includes(clue);
  return line.includes(clue.near) && clue.shape.test(line);
}

/** `enotfound` is no part of `modulenotfounderror`. */
function beginsWord(clue: string, line: string): boolean {
  for (let at = line.indexOf(clue); at !== -1; at = line.indexOf(clue, at + 1))
    if (!wordCharacter.test(line[at - 1] ?? '')) return true;
  return false;
}
