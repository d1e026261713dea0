/** Share of the labelled lines that an excerpt must hold to tell why. */
const coveredFrom = 0.8;
/** Shorter lines (`}`, `ERROR`) are found in others by accident. */
const shortestPart = 12;
const leastShare = 0.6;

/** How well an excerpt holds what a person marked. */
export interface ExcerptJudgement {
  /** Labelled lines that the excerpt holds, as a share of them. */
  readonly recall: number;
  /** Lines of the excerpt that are labelled, as a share of it. */
  readonly precision: number;
  readonly isCovered: boolean;
}

// Control sequences are left in the logs, and in the labels only what of them is printable.
const controlSequence = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]?`, 'g');

/** Lines with words, as a reader sees them. */
export function readableLines(text: string): readonly string[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => line.replace(controlSequence, '').trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '');
}

export function judgeExcerpt(excerpt: readonly string[], labelled: readonly string[]): ExcerptJudgement {
  const shown = excerpt.flatMap(readableLines);
  const recall = shareOf(labelled, shown);
  return { recall, precision: shareOf(shown, labelled), isCovered: recall >= coveredFrom };
}

function shareOf(lines: readonly string[], others: readonly string[]): number {
  if (lines.length === 0) return 0;
  const known = new Set(others);
  const found = lines.filter((line) => known.has(line) || others.some((other) => isPartOf(line, other)));
  return found.length / lines.length;
}

/** Labels were copied from where lines are wrapped and stripped differently. */
function isPartOf(line: string, other: string): boolean {
  const [short, long] = line.length <= other.length ? [line, other] : [other, line];
  return short.length >= shortestPart && short.length >= leastShare * long.length && long.includes(short);
}
