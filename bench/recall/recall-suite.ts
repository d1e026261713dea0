import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readLabelledLogs } from '../failures/labelled-logs.ts';
import { percentile } from '../reporting/statistics.ts';
import { type Table, tableOf } from '../reporting/table.ts';
import { makeRepository } from '../scratch-memory.ts';
import { type Figure, notRun, type SuiteOptions, type SuiteReport } from '../suite.ts';
import { suiteOfParts } from '../suite-of-parts.ts';
import { fillHome } from './fill-home.ts';
import { measureFamilies } from './measure-families.ts';
import { readRealIssues, readRealTexts } from './real-texts.ts';
import type { ScaleRun, ScaleTimes } from './scale-process.ts';
import { scaleQuestions } from './scale-questions.ts';

const top = resolve(import.meta.dirname, '../..');
const sizes = { '1k': 1_000, '10k': 10_000, '100k': 100_000, '1m': 1_000_000 } as const;
type Size = keyof typeof sizes;
const warmUps = 60;
const asked = 600;

/** The cost of recall at a thousand and a million memories, and answers to known questions. */
export const recallSuite = suiteOfParts({
  description: 'recall at 1 k to 1 M memories, answers by family of question',
  options: ['data', 'limit', 'seed', 'fit'],
  parts: {
    // With `--home` it is kept there.
    scale: async (options) => reportTimes(await measureScale(options, readRealTexts(options.data))),
    families: ({ data, seed, limit, fit }) => measureFamilies(data, seed, limit, fit),
  },
});

function reportTimes(times: ReadonlyMap<Size, ScaleTimes>): SuiteReport {
  const all = [...times.values()];
  return {
    cases: all.reduce((sum, { recalls }) => sum + recalls.length, 0),
    figures: {
      ...Object.fromEntries(
        (Object.keys(sizes) as Size[]).map((size) => [`p95_cpu_ms_${size}`, p95Asked(times.get(size))]),
      ),
      rss_mb: all.length === 0 ? notRun : Math.max(...all.map((one) => one.residentMegabytes)),
    },
    tables: [timeTable(times)],
  };
}

/** One home that grows, so that a million memories are written once; with `--home` it is kept. */
async function measureScale(
  { home: folder, data, limit }: SuiteOptions,
  texts: readonly string[],
): Promise<ReadonlyMap<Size, ScaleTimes>> {
  const measured = new Map<Size, ScaleTimes>();
  const library = join(top, 'dist', 'index.js');
  const issues = readRealIssues(data);
  const logs = readLabelledLogs(data).map(({ chunk }) => chunk);
  const repository = keptRepository(folder);
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  for (const [size, count] of Object.entries(sizes) as [Size, number][]) {
    if (count > limit) break;
    await fillHome({ home, repository, texts, count });
    const questions = scaleQuestions({ texts, count, issues, logs }, warmUps + asked);
    const run: ScaleRun = {
      library: existsSync(library) ? library : join(top, 'src', 'index.ts'),
      ...{ repository, home, warmUps, questions },
    };
    measured.set(size, runProcess(run));
    console.error(`recall: ${count} memories measured`);
  }
  return measured;
}

/** With `--home` an earlier run has left it there. */
function keptRepository(folder: string): string {
  const path = join(folder, 'repository');
  return existsSync(join(path, '.git')) ? path : makeRepository(folder);
}

function runProcess(run: ScaleRun): ScaleTimes {
  const script = join(import.meta.dirname, 'scale-process.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    input: JSON.stringify(run),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`The measured process failed: ${stderr}`);
  return JSON.parse(stdout);
}

function p95Asked(times: ScaleTimes | undefined): Figure {
  if (times === undefined) return notRun;
  const own = times.recalls.filter(({ kind }) => kind !== 'failure');
  return percentile(
    own.map(({ cpuMs }) => cpuMs),
    0.95,
  );
}

function timeTable(times: ReadonlyMap<Size, ScaleTimes>): Table {
  const rows = [...times].flatMap(([size, { recalls, residentMegabytes }]) =>
    [...Map.groupBy(recalls, ({ kind }) => kind)].map(([kind, own]) => {
      const cpuMs = own.map((one) => one.cpuMs);
      return { size, kind, own, cpuMs, residentMegabytes };
    }),
  );
  return tableOf('A recall in a warm process', rows, {
    memories: ({ size }) => size,
    asked: ({ kind }) => kind,
    recalls: ({ own }) => own.length,
    'CPU p50 ms': ({ cpuMs }) => percentile(cpuMs, 0.5).toFixed(1),
    'CPU p95 ms': ({ cpuMs }) => percentile(cpuMs, 0.95).toFixed(1),
    'with memories': ({ own }) => own.filter(({ shown }) => shown > 0).length,
    'with the answer': ({ own }) => own.filter(({ isFound }) => isFound).length,
    'RSS MB': (row) => row.residentMegabytes.toFixed(0),
  });
}
