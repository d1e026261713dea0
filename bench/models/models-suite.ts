import { suiteOfParts } from '../suite-of-parts.ts';
import { exportTuning } from './export-tuning.ts';
import { measureNames } from './name-confusion.ts';
import { recordJudge, replayJudges } from './record-judges.ts';
import { recordingsFolder } from './recordings.ts';
import { measureSuccession } from './succession-gain.ts';
import { measureCommits, measureItems } from './vector-gain.ts';

/** What a judge, a model and vectors are worth. */
export const modelsSuite = suiteOfParts({
  description: 'judges and models of known error and recorded ones',
  options: ['data', 'limit', 'seed', 'model', 'results', 'repos'],
  parts: {
    succession: measureSuccession,
    replay: ({ results = recordingsFolder, limit, seed }, home) =>
      replayJudges({ folder: results, home, limit, seed }),
  },
  // These take minutes, ask a model or write files.
  named: {
    items: ({ data, limit, seed }, home) => measureItems(data, home, limit, seed),
    commits: ({ data, limit, seed }) => measureCommits(data, limit, seed),
    names: measureNames,
    record: async ({ results = recordingsFolder, limit, model }, home) => ({
      ...{ cases: 0, figures: {} },
      tables: [await recordJudge({ folder: results, home, limit, model })],
    }),
    tuning: ({ results = recordingsFolder }) => exportTuning(results),
  },
});
