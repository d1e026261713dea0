import type { FailureProfile } from '../../model/failure.ts';
import { readSketchEntry, sketchMarks } from '../../model/failure-sketch.ts';
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
  let kept = output;
  const isKept = (hash: number): boolean => {
    kept ??= hashesOfOutput(`${profile.excerpt}\n${masks}`);
    return kept.has(hash);
  };
  return {
    ...sketch,
    printed: { has: (hash) => sketch.spine.has(hash) || sketch.names.has(hash) || isKept(hash) },
  };
}

/** Words of the lines that say best why a failure came about: the part of {@link readTold} that is read at once. */
export function spineOf(profile: FailureProfile): ReadonlySet<number> {
  return (profile.told === undefined ? sketchOfExcerpt(profile) : readSketch(profile.told)).spine;
}

type ReadSketch = Omit<ToldFailure, 'printed'>;

function readSketch(entries: readonly number[]): ReadSketch {
  const [spine, names, places, findings, values] = [
    new Set<number>(),
    new Set<number>(),
    new Set<number>(),
    new Set<number>(),
    new Set<number>(),
  ];
  for (const entry of entries) {
    const { hash, marks } = readSketchEntry(entry);
    if ((marks & sketchMarks.spine) !== 0) spine.add(hash);
    if ((marks & sketchMarks.name) !== 0) names.add(hash);
    if ((marks & sketchMarks.place) !== 0) places.add(hash);
    if ((marks & sketchMarks.finding) !== 0) findings.add(hash);
    if ((marks & sketchMarks.value) !== 0) values.add(hash);
  }
  return { spine, names, places, findings, values };
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
