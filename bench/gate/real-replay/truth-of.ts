import type { FollowPath } from './follow-paths.ts';
import type { RealEvent } from './real-event.ts';

/** The common part of a candidate's fix and the real change. */
export interface CandidateTruth {
  readonly sharesFile: boolean;
  readonly sharesFunction: boolean;
  /** It shares a function, or changed one within a function that was changed, or around it. */
  readonly sharesWithin: boolean;
  readonly isStrong: boolean;
  /** It shares a file, and only because files are followed to where they were moved. */
  readonly isMoved: boolean;
}

/**
 * The common part of the fixes in one memory and an event's own. A file counts under its name in the fix and under its name at
 * the event, since a rename by time may be one of another branch.
 */
export function truthOf(
  told: readonly Pick<RealEvent, 'id' | 'atMs' | 'truth'>[],
  { atMs, truth: { files, functions, strong } }: Pick<RealEvent, 'atMs' | 'truth'>,
  follow: FollowPath,
): CandidateTruth {
  const pathsOf = told.flatMap((past) =>
    past.truth.files.map((path) => [path, follow(path, past.atMs, atMs)] as const),
  );
  const places = told.flatMap((past) =>
    past.truth.functions.flatMap((place) => {
      const [path = '', ...name] = place.split('::');
      return [place, [follow(path, past.atMs, atMs), ...name].join('::')];
    }),
  );
  const sharesName = pathsOf.some(([path]) => files.includes(path));
  const sharesFile = sharesName || pathsOf.some(([, now]) => files.includes(now));
  return {
    sharesFile,
    sharesFunction: places.some((place) => functions.includes(place)),
    sharesWithin: places.some((place) =>
      functions.some(
        (changed) => place === changed || place.startsWith(`${changed}.`) || changed.startsWith(`${place}.`),
      ),
    ),
    isStrong: told.some(({ id }) => strong.includes(id)),
    isMoved: sharesFile && !sharesName,
  };
}
