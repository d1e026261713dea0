import type { LocateStrengths } from '../../src/model/answers/file-location.ts';

/** A question of which the repository has heard. */
export const strengths: LocateStrengths = {
  textStrength: 0.5,
  pastStrength: 0.5,
  knownText: 0.9,
  knownTitle: 0.9,
  definedNames: 0.5,
  namesProject: true,
  namesFile: false,
  termCount: 40,
  titleTermCount: 6,
};
