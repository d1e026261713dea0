import { suiteOfParts } from '../suite-of-parts.ts';
import { consolidateNotes } from './consolidate-notes.ts';
import { liveAYear } from './live-a-year.ts';
import { reportDecay } from './replay-decay.ts';

const usualItems = 100_000;

/** Does a memory keep what is useful and let go of what is not, over years? */
export const lifecycleSuite = suiteOfParts({
  description:
    'decay: fixes of real histories by their dates; consolidation: notes of real failures; year: a year of use; the limit is one of items',
  options: ['data', 'limit'],
  parts: {
    decay: ({ data }) => reportDecay(data),
    consolidation: ({ data }, folder) => consolidateNotes(data, folder),
    year: ({ data, limit }, folder) => liveAYear(data, folder, Math.min(limit, usualItems)),
  },
});
