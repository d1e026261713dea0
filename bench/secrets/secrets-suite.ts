import { writeFileSync } from 'node:fs';
import { redact } from '../../src/redaction/redact.ts';
import { readLabelledLogs } from '../failures/labelled-logs.ts';
import { cpuMsSince } from '../reporting/processes.ts';
import { share } from '../reporting/rates.ts';
import { describeRate } from '../reporting/statistics.ts';
import { tableOf } from '../reporting/table.ts';
import { type Figure, notRun, type Suite } from '../suite.ts';
import { hostileMegabytes, slowMegabytes } from './hostile-megabytes.ts';
import { leftOver } from './left-over.ts';
import { type ClassResult, measureClasses } from './measure-classes.ts';
import { readBenignMessages, readFalsePositives, readPublishedSecrets } from './published-secrets.ts';

const casesPerClass = 600;
const slowestShown = 8;

/** Redacted parts of texts with secrets and without, and the time for it. */
export const secretsSuite: Suite = {
  description: 'secrets by class, false alarms, and how long it takes',
  options: ['data', 'limit', 'seed', 'misses'],
  async run({ data, limit, seed, missesFile }) {
    const published = readPublishedSecrets(data).slice(0, limit);
    const known = published.filter(({ text, secret }) => leftOver(secret, redact(text)) === undefined);
    const perClass = Math.min(limit, casesPerClass);
    const developed = measureClasses('developed', seed, perClass);
    const reported = measureClasses('reported', seed, perClass);
    const benign = readBenignMessages(data).slice(0, limit);
    const fixtures = readFalsePositives(data).slice(0, limit);
    const logs = readLabelledLogs(data)
      .slice(0, limit)
      .map(({ text }) => text);
    const times = timesOf(slowMegabytes(seed), limit);
    const hostileTimes = timesOf(hostileMegabytes(seed), limit);
    // Only the half that rules are written against: reading the other's misses would spoil it.
    if (missesFile !== undefined) writeMisses(missesFile, developed);
    const harmless = {
      'benign commit messages': benign,
      'false-positive fixtures': fixtures,
      'logs of failed builds, lines': logs.flatMap((text) => text.split('\n')),
    };
    return {
      cases: published.length + developed.length * perClass * 2 + benign.length + fixtures.length,
      figures: {
        known_recall: share(known.length, published.length),
        class_recall_min: Math.min(...reported.map(({ taken, cases }) => taken / cases)),
        classes: reported.length,
        benign_touched: share(countTouched(benign), benign.length),
        fixtures_touched: share(countTouched(fixtures), fixtures.length),
        mb_per_cpu_second: speedOn(logs),
        worst_megabyte_ms: times[0]?.cpuMs ?? notRun,
        worst_hostile_megabyte_ms: hostileTimes[0]?.cpuMs ?? notRun,
      },
      tables: [
        tableOf('Generated secrets of which no run of six characters is left', developed.entries(), {
          class: ([, { name }]) => name,
          'written against': ([, { taken, cases }]) => describeRate(taken, cases),
          reported: ([at, { cases }]) => describeRate(reported[at]?.taken ?? 0, cases),
        }),
        tableOf('Texts without secrets that are touched', Object.entries(harmless), {
          texts: ([name]) => name,
          touched: ([, all]) => describeRate(countTouched(all), all.length),
        }),
        tableOf(
          'Megabytes that take longest',
          [...times.slice(0, slowestShown), ...hostileTimes.slice(0, slowestShown)],
          {
            repeated: ({ name }) => name,
            'CPU ms': ({ cpuMs }) => Math.round(cpuMs),
          },
        ),
      ],
    };
  },
};

/** CPU milliseconds of each text by its name, the longest first. */
function timesOf(texts: Iterable<readonly [name: string, text: string]>, limit: number) {
  return [...texts]
    .slice(0, limit)
    .map(([name, text]) => ({ name, cpuMs: cpuMsOf([text]) }))
    .toSorted((a, b) => b.cpuMs - a.cpuMs);
}

function countTouched(texts: readonly string[]): number {
  const marks = (text: string) => text.split('[redacted:').length;
  return texts.filter((text) => marks(redact(text)) > marks(text)).length;
}

function speedOn(texts: readonly string[]): Figure {
  if (texts.length === 0) return notRun;
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return bytes / 1_000 / cpuMsOf(texts);
}

/** After one time to warm up, since a server and a hook with a compile cache are warm too. */
function cpuMsOf(texts: readonly string[]): number {
  for (const text of texts) redact(text.slice(0, 50_000));
  const before = process.cpuUsage();
  for (const text of texts) redact(text);
  return cpuMsSince(before);
}

function writeMisses(path: string, results: readonly ClassResult[]): void {
  const lines = results.flatMap(({ name, missed }) =>
    missed.map((miss) => JSON.stringify({ class: name, ...miss })),
  );
  writeFileSync(path, `${lines.join('\n')}\n`);
}
