import type { FailureProfile } from '../../model/failure.ts';
import { readSketchEntry, type SketchMark, sketchMarks } from '../../model/failure-sketch.ts';
import { hashesOfOutput, namesIn, wordsIn } from '../../text/output-tokens.ts';

/** What a failure said of why, as hashes, read once to be compared with many. */
export interface ToldFailure {
  /** Words of the lines that say best why it failed. */
  readonly spine: ReadonlySet<number>;
  /** Names in lines that say that something is wrong. */
  readonly names: ReadonlySet<number>;
  /** Of those, names of files and tests. */
  readonly places: ReadonlySet<number>;
  /** Of those, made-up ones in lines that name one failure. */
  readonly findings: ReadonlySet<number>;
  readonly values: ReadonlySet<number>;
  /** Everything that is known to have been printed: of the failure at hand all, of a recorded one what was kept. */
  readonly printed: { has(hash: number): boolean };
}

/** What stands for what was masked was not printed. */
const masks = 'time amount id process temporary address port line';

/**
 * Reads the sketch of a failure. Of one recorded before there were sketches, its excerpt is all that it said.
 *
 * @param output hashes of all that the command printed, where it is at hand
 */
export function readTold(profile: FailureProfile, output?: ReadonlySet<number>): ToldFailure {
  const sketch = profile.told === undefined ? sketchOfExcerpt(profile) : readSketch(profile.told);
  const kept = output ?? hashesOfOutput(`${profile.excerpt}\n${masks}`);
  return {
    ...sketch,
    printed: { has: (hash) => kept.has(hash) || sketch.spine.has(hash) || sketch.names.has(hash) },
  };
}

type ReadSketch = Omit<ToldFailure, 'printed'>;

function readSketch(entries: readonly number[]): ReadSketch {
  const read = entries.map(readSketchEntry);
  const marked = (mark: SketchMark) =>
    new Set(read.filter(({ marks }) => (marks & sketchMarks[mark]) !== 0).map(({ hash }) => hash));
  return {
    spine: marked('spine'),
    names: marked('name'),
    places: marked('place'),
    findings: marked('finding'),
    values: marked('value'),
  };
}

function sketchOfExcerpt({ excerpt }: FailureProfile): ReadSketch {
  const none = new Set<number>();
  const hashes = (tokens: readonly { readonly hash: number }[]) => new Set(tokens.map(({ hash }) => hash));
  return {
    spine: hashes(wordsIn(excerpt)),
    names: hashes(namesIn(excerpt)),
    places: none,
    findings: none,
    values: none,
  };
}
