import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { describeRate, percentile } from '../reporting/statistics.ts';
import type { Suite, SuiteOptions, SuiteReport } from '../suite.ts';
import { exportTuning } from './export-tuning.ts';
import { measureFileGain } from './file-gain.ts';
import { measureGain, ownWords, rulesAsked } from './judge-gain.ts';
import { measureNames } from './name-confusion.ts';
import { recordJudge, replayJudges } from './record-judges.ts';
import { recordingsFolder } from './recordings.ts';
import { measureStatements } from './statement-gain.ts';
import { addedP95, isCommand, strainProvider } from './strain-provider.ts';
import { syntheticJudge } from './tested-judge.ts';
import { measureNotes, measureSuccession } from './upkeep-gain.ts';
import { measureCommits, measureItems, measureLocate } from './vector-gain.ts';

const rounds = 20;
const agreements = [0, 0.5, 0.6, 0.8, 0.95, 1] as const;

type Part = (options: SuiteOptions, home: string) => Promise<SuiteReport>;

/** Parts that run by default; only `record` asks a model. */
const parts: Readonly<Record<string, Part>> = {
  async faults({ limit }, home) {
    const { addedMs, addedCpuMs, byFault, otherAnswers, leaks, asked } = await strainProvider(
      home,
      Math.min(rounds, limit),
    );
    const addedBy = (isWanted: (name: string) => boolean) =>
      Object.entries(byFault).flatMap(([name, own]) => (isWanted(name) ? own : []));
    return {
      cases: addedMs.length,
      figures: {
        provider_down_added_ms_p95: addedP95(addedBy((name) => !isCommand(name))),
        command_down_added_ms_p95: addedP95(addedBy(isCommand)),
        machine_load: loadavg()[0] ?? 0,
        provider_down_added_cpu_ms_p50: percentile(addedCpuMs, 0.5),
        provider_down_added_cpu_ms_p95: percentile(addedCpuMs, 0.95),
        other_answers: otherAnswers,
        secrets_leaked: leaks.length,
      },
      tables: [
        {
          title: 'A provider that fails',
          columns: ['answers', 'as without a model', 'questions sent', 'secrets found'],
          rows: [
            [
              addedMs.length,
              describeRate(addedMs.length - otherAnswers, addedMs.length),
              asked,
              leaks.length === 0 ? 0 : [...new Set(leaks)].join('; '),
            ],
          ],
        },
        {
          title: `Milliseconds beyond the limit and the same answer without a model, by fault`,
          columns: ['fault', 'least', 'median', 'most'],
          rows: Object.entries(byFault).map(([name, own]) => [
            name,
            ...[0, 0.5, 1].map((share) => Math.round(percentile(own, share))),
          ]),
        },
      ],
    };
  },
  async gain({ data, limit, seed }, home) {
    const { table, ...report } = await measureGain({
      families: { ...ownWords(limit), ...rulesAsked(data, limit, seed) },
      home,
      judges: Object.fromEntries(agreements.map((each) => [each, () => syntheticJudge(each, seed)])),
    });
    return { ...report, tables: [table] };
  },
  files: (options, home) => measureFileGain({ ...options, home }),
  statements: (options, home) => measureStatements(options, home),
  succession: (options, home) => measureSuccession(options, home),
  notes: (options, home) => measureNotes(options, home),
  replay: ({ results = recordingsFolder, limit, seed }, home) =>
    replayJudges({ folder: results, home, limit, seed }),
};

/** Vectors of a real encoder, which takes minutes. */
const vectorParts: Readonly<Record<string, Part>> = {
  items: ({ data, limit, seed }, home) => measureItems(data, home, limit, seed),
  commits: ({ data, limit, seed }) => measureCommits(data, limit, seed),
  locate: (options) => measureLocate(options),
  names: (options) => measureNames(options),
};

const record: Part = async ({ results = recordingsFolder, limit, model }, home) => ({
  ...{ cases: 0, figures: {} },
  tables: [await recordJudge({ folder: results, home, limit, model })],
});

const tuning: Part = async ({ results = recordingsFolder }) => exportTuning(results);

/** The gain of a language model, and the cost of a failing one. */
export const modelsSuite: Suite = {
  description: `judges of known error and recorded ones, a provider of known faults; parts: ${Object.keys(parts).join(', ')}; record; tuning; vectors of a real encoder: ${Object.keys(vectorParts).join(', ')}`,
  options: ['data', 'limit', 'part', 'seed', 'model', 'results', 'dataset', 'repos'],
  async run(options) {
    mkdirSync(options.home, { recursive: true });
    const folder = mkdtempSync(join(options.home, 'models-'));
    const chosen = options.parts.length === 0 ? Object.keys(parts) : options.parts;
    const reports: SuiteReport[] = [];
    try {
      for (const [name, part] of Object.entries({ ...parts, ...vectorParts, record, tuning }))
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
