import type { FollowPath } from './follow-paths.ts';
import type { RealEvent } from './real-event.ts';

/** The common part of a candidate's fix and the real change. */
export interface CandidateTruth {
  readonly sharesFile: boolean;
  readonly sharesFunction: boolean;
}

/**
 * The common part of the fixes in one memory and an event's own. A file counts under its name in the fix and under its name at
 * the event, since a rename by time may be one of another branch.
 */
export function truthOf(
  told: readonly Pick<RealEvent, 'atMs' | 'truth'>[],
  { atMs, truth: { files, functions } }: Pick<RealEvent, 'atMs' | 'truth'>,
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
  return {
    sharesFile: pathsOf.some(([path, now]) => files.includes(path) || files.includes(now)),
    sharesFunction: places.some((place) => functions.includes(place)),
  };
}
