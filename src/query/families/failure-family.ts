import { softmax } from '../../numeric/probabilities.ts';
import { normaliseLine } from '../normalise-line.ts';
import { familyClues } from './family-clues.ts';

/** Evidence for a family: error lines without secrets, the most telling first, and the names in them. */
interface FamilyEvidence {
  readonly lines: readonly string[];
  readonly exceptionTypes: readonly string[];
}

interface FailureFamily {
  readonly name: string;
  /** From 0 to 1: its share beside all families and none. */
  readonly confidence: number;
  readonly rootCause?: string;
}

interface Clue {
  readonly weight: number;
  /** Stand in one line, in this order. */
  readonly parts: readonly string[];
  readonly rootCause: string;
}

/** A clue that lines hold, and how much the first of these counts, from 0 to 1. */
interface SaidClue {
  readonly clue: Clue;
  readonly trust: number;
}

interface FamilyRow {
  readonly name: string;
  readonly rootCause: string;
  readonly clues: readonly Clue[];
}

const readCharacters = 400;
const mostBetween = 80;
/** How far a line further down counts less: that in place 6 counts half. */
const halfTrusted = 6;
/** A longer clue is the more specific one. Weights fitted to each clue did worse on tools left out (docs/research/failures.md). */
const weightOfCharacter = 0.3;
const noneScore = 2;
const least = 0.3;
const wordCharacter = /[a-z0-9]/;
/** Any name of an error that no clue knows. */
const anyException = /^(?:[A-Z]\w*(?:Error|Exception|Failure)|Error|panic|fatal)$/;
const unknown: FailureFamily = { name: 'generic_runtime_error', confidence: 0.3, rootCause: 'unknown' };

let parsed: readonly FamilyRow[] | undefined;

function families(): readonly FamilyRow[] {
  parsed ??= familyClues
    .trim()
    .split(/\n(?=\S)/)
    .map((block) => {
      const [head = '', ...rows] = block.split('\n');
      const [name = '', rootCause = ''] = head.split(' ');
      return { name, rootCause, clues: rows.map((row) => readClue(row.trim(), rootCause)) };
    });
  return parsed;
}

function readClue(row: string, usual: string): Clue {
  const [words = '', rootCause = usual] = row.split(' > ');
  return { weight: weightOfCharacter * words.length, parts: words.split(' * '), rootCause };
}

/**
 * The class of failures that these lines tell of, by a multinomial linear model: a family's score is the sum of the
 * weights of its clues, less for lines further down. Undefined where nothing tells. Linear in the characters.
 */
export function failureFamily({ lines, exceptionTypes }: FamilyEvidence): FailureFamily | undefined {
  const read = lines.map((line) => line.slice(0, readCharacters).toLowerCase());
  const rows = families().map((row) => ({ row, said: saidOf(row, read) }));
  const scores = rows.map(({ said }) => said.reduce((sum, one) => sum + worth(one), 0));
  const shares = softmax(Float64Array.of(...scores, noneScore));
  const best = scores.indexOf(Math.max(...scores));
  const share = shares[best] ?? 0;
  const chosen = rows[best];
  if (chosen === undefined || chosen.said.length === 0 || share < least)
    return exceptionTypes.some((name) => anyException.test(name)) ? unknown : undefined;
  const { name, rootCause } = chosen.row;
  const cause = chosen.said
    .filter(({ clue }) => clue.rootCause !== rootCause)
    .sort((left, right) => worth(right) - worth(left))[0];
  return { name, confidence: Number(share.toFixed(3)), rootCause: cause?.clue.rootCause ?? rootCause };
}

function worth({ clue, trust }: SaidClue): number {
  return clue.weight * trust;
}

function saidOf({ clues }: FamilyRow, lines: readonly string[]): readonly SaidClue[] {
  return clues.flatMap((clue) => {
    const rank = lines.findIndex((line) => holds(line, clue.parts));
    return rank === -1 ? [] : [{ clue, trust: 1 / (1 + rank / halfTrusted) }];
  });
}

function holds(line: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const [place, part] of parts.entries()) {
    const at = beginOf(line, part, from);
    if (at === -1 || (place > 0 && at - from > mostBetween)) return false;
    from = at + part.length;
  }
  return true;
}

/** `enotfound` is no part of `modulenotfounderror`. */
function beginOf(line: string, part: string, from: number): number {
  let at = line.indexOf(part, from);
  while (at > 0 && wordCharacter.test(part[0] ?? '') && wordCharacter.test(line[at - 1] ?? ''))
    at = line.indexOf(part, at + 1);
  return at;
}

const absolutePath = /(?<![\w.~/\\-])(?:\/[\w.@+~%-]+){2,}\/?/g;
/** Their digits are drawn at random: some spell an error code. */
const randomId = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b0x[0-9a-f]{4,64}\b|\b[0-9a-f]{16,64}\b/gi;
/** Folders whose name tells the kind of their content, at any place. */
const telling = /\/(\.?venv|virtualenvs?|backups?)(?=\/|$)/;

/**
 * An error line as families are read from it: folders of one machine and ids of one run are not its words. Numbers stay, since
 * some are names (`403 Forbidden`).
 * @param line without secrets
 */
export function familyLine(line: string, worktree?: string): string {
  return line.replace(randomId, '__ID__').replace(absolutePath, (path) => {
    const folder = telling.exec(path)?.[1];
    const normalised = normaliseLine(path, worktree);
    return folder === undefined || normalised.includes(folder) ? normalised : `${folder}/${normalised}`;
  });
}
