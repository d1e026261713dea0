import {
  type CommitSearch,
  type FileLocation,
  isAfterwitError,
  type LocateStrengths,
  type MatchEvidence,
  type Memory,
} from '../../src/index.ts';
import { softmax } from '../../src/numeric/probabilities.ts';
import type { PosedQuestion } from './pose-foreign.ts';

/** A file or commit that was shown, with what its confidence is made of. */
export interface Shown<Evidence> {
  readonly evidence: Evidence;
  readonly confidence: number;
  readonly isRight: boolean;
}

export type ShownFile = Shown<LocateStrengths & { readonly share: number }>;
export type ShownCommit = Shown<MatchEvidence> & { readonly paths: readonly string[] };

/** An answer, and whether it was given or withheld as "none relevant". */
export interface Answer<Item> {
  readonly isGiven: boolean;
  readonly confidence: number;
  /** At most thirty; the first ten count. */
  readonly shown: readonly Item[];
}

export interface AskedQuestion {
  readonly question: PosedQuestion;
  readonly files: Answer<ShownFile>;
  /** The same as of a repository whose history is too short to be heard. */
  readonly codeOnly: Answer<ShownFile>;
  readonly commits: Answer<ShownCommit>;
}

/** Enough to see what is left when the right ones are taken out. */
const asked = 30;
/** Files that share the softmax. */
const pool = 200;

/** Asks one memory, and the same one that hears no history; undefined where they lack the commit. */
export async function askForeign(
  memory: Pick<Memory, 'locate' | 'searchCommits'>,
  unhearing: Pick<Memory, 'locate'>,
  question: PosedQuestion,
): Promise<AskedQuestion | undefined> {
  const { text, place, isOwn } = question;
  const asOf = place.base_commit;
  const gold = new Set(isOwn ? place.gold_files : []);
  const isGold = (path: string) => gold.has(path);
  try {
    const options = { asOf, topK: pool, explain: true, weights: 'shipped' } as const;
    const explained = await memory.locate(text, options);
    const alone = await unhearing.locate(text, options);
    const found = await memory.searchCommits(text, { asOf });
    const all = await memory.searchCommits(text, { asOf, topK: asked, minimumConfidence: 0, explain: true });
    return {
      question,
      files: answerOf(explained, isGold),
      codeOnly: answerOf(alone, isGold),
      commits: commitsOf(found.kind === 'relevant', all, isGold),
    };
  } catch (fault) {
    if (isAfterwitError(fault) && fault.code === 'COMMIT_NOT_FOUND') return undefined;
    throw fault;
  }
}

function answerOf(
  { kind, files, confidence, strengths }: FileLocation,
  isGold: (path: string) => boolean,
): Answer<ShownFile> {
  const shares = softmax(Float64Array.from(files, ({ score }) => score));
  const shown = files.slice(0, asked).map((file, place) => ({
    evidence: { ...(strengths as LocateStrengths), share: shares[place] ?? 0 },
    confidence: file.confidence ?? 0,
    isRight: isGold(file.path),
  }));
  return { isGiven: kind === 'located', confidence, shown };
}

function commitsOf(
  isGiven: boolean,
  { hits, confidence }: CommitSearch,
  isGold: (path: string) => boolean,
): Answer<ShownCommit> {
  const shown = hits.flatMap((hit) =>
    hit.evidence === undefined
      ? []
      : [
          {
            evidence: hit.evidence,
            confidence: hit.confidence,
            isRight: hit.files.some(({ path }) => isGold(path)),
            paths: hit.files.map(({ path }) => path),
          },
        ],
  );
  return { isGiven, confidence, shown };
}
