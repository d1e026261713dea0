import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Suite, SuiteOptions, SuiteReport } from '../suite.ts';
import { exportTuning } from './export-tuning.ts';
import { measureNames } from './name-confusion.ts';
import { recordJudge, replayJudges } from './record-judges.ts';
import { recordingsFolder } from './recordings.ts';
import { measureSuccession } from './succession-gain.ts';
import { measureCommits, measureItems } from './vector-gain.ts';

type Part = (options: SuiteOptions, home: string) => Promise<SuiteReport>;

/** Parts that run by default. */
const parts: Readonly<Record<string, Part>> = {
  succession: measureSuccession,
  replay: ({ results = recordingsFolder, limit, seed }, home) =>
    replayJudges({ folder: results, home, limit, seed }),
};

/** Parts that take minutes, ask a model or write files. */
const otherParts: Readonly<Record<string, Part>> = {
  items: ({ data, limit, seed }, home) => measureItems(data, home, limit, seed),
  commits: ({ data, limit, seed }) => measureCommits(data, limit, seed),
  names: measureNames,
  record: async ({ results = recordingsFolder, limit, model }, home) => ({
    ...{ cases: 0, figures: {} },
    tables: [await recordJudge({ folder: results, home, limit, model })],
  }),
  tuning: async ({ results = recordingsFolder }) => exportTuning(results),
};

/** What a judge, a model and vectors are worth. */
export const modelsSuite: Suite = {
  description: `judges and models of known error and recorded ones; parts: ${Object.keys(parts).join(', ')}; on request: ${Object.keys(otherParts).join(', ')}`,
  options: ['data', 'limit', 'part', 'seed', 'model', 'results', 'repos'],
  async run(options) {
    mkdirSync(options.home, { recursive: true });
    const folder = mkdtempSync(join(options.home, 'models-'));
    const chosen = options.parts.length === 0 ? Object.keys(parts) : options.parts;
    const reports: SuiteReport[] = [];
    try {
      for (const [name, part] of Object.entries({ ...parts, ...otherParts }))
        if (chosen.includes(name)) reports.push(await part(options, join(folder, name)));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    return {
      cases: reports.reduce((sum, { cases }) => sum + cases, 0),
      figures: Object.assign({}, ...reports.map(({ figures }) => figures)),
      tables: reports.flatMap(({ tables }) => tables),
    };
  },
};
