import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { builtCommand, builtHook } from '../built.ts';
import { SeededRandom } from '../doors/seeded-random.ts';
import { KeptSteps } from '../reporting/kept-steps.ts';
import type { Table } from '../reporting/table.ts';
import { type Figure, notRun, type Suite, type SuiteOptions, type SuiteReport } from '../suite.ts';
import { killsPart } from './count-losses.ts';
import { originsPart } from './measure-origin-shares.ts';
import { hostilePart } from './plant-hostile-rows.ts';
import { racesPart } from './race-starts.ts';
import { addReports, nothingYet, type PartReport, type SecurityPart } from './security-part.ts';
import { spoofingPart } from './spoof-persons.ts';
import { vanishedPart } from './strike-servers.ts';

const seed = 12;
const shownFailures = 12;
const betweenNotesMs = 5_000;

const parts: Readonly<Record<string, SecurityPart>> = {
  spoofing: spoofingPart,
  hostile: hostilePart,
  origins: originsPart,
  races: racesPart,
  vanished: vanishedPart,
  kills: killsPart,
};

/** Figures that the specification names; those of parts that were left out were not run. */
const promisedFigures = [...['kills', 'lost', 'torn', 'hostile_injected', 'origin_share_max', 'spoofed']];

/** Do the promises of docs/security.md hold under attack? */
export const securitySuite: Suite = {
  description: `promises of docs/security.md, tried; parts: ${Object.keys(parts).join(', ')}`,
  options: ['data', 'limit', 'part', 'results'],
  async run(options) {
    const chosen = chooseParts(options.parts);
    mkdirSync(options.home, { recursive: true });
    const folder = mkdtempSync(join(options.home, 'security-'));
    chmodSync(folder, 0o700);
    const stop = new AbortController();
    const onInterrupt = () => {
      console.error('stopping: what was found until now is reported');
      stop.abort();
    };
    process.once('SIGINT', onInterrupt);
    try {
      const reports = new Map<string, PartReport>();
      for (const name of chosen) {
        if (stop.signal.aborted) break;
        reports.set(name, await runPart(name, options, folder, stop.signal));
      }
      return summarise(reports);
    } finally {
      process.removeListener('SIGINT', onInterrupt);
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function chooseParts(names: readonly string[]): readonly string[] {
  const unknown = names.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined)
    throw new Error(`There is no part ${JSON.stringify(unknown)}: ${Object.keys(parts).join(', ')}.`);
  return names.length === 0 ? Object.keys(parts) : names;
}

async function runPart(
  name: string,
  { limit, data, results }: SuiteOptions,
  folder: string,
  signal: AbortSignal,
): Promise<PartReport> {
  const part = parts[name] as SecurityPart;
  const place = join(folder, name);
  const startedAtMs = performance.now();
  let notedAtMs = startedAtMs;
  const tell = (text: string) => {
    const [load = 0] = loadavg();
    const seconds = Math.round((performance.now() - startedAtMs) / 1_000);
    console.error(`${name}: ${text} (${seconds} s, load ${load.toFixed(1)})`);
  };
  tell(part.promise);
  const count = Math.min(limit, part.most);
  let stopped = nothingYet;
  const run = async (from: number, stepCount: number) => {
    mkdirSync(place);
    try {
      const report = await part.run({
        folder: place,
        ...{ command: builtCommand, hook: builtHook },
        data,
        from,
        count: stepCount,
        random: new SeededRandom(seed + from),
        signal,
        progress: (done, of) => {
          if (performance.now() - notedAtMs < betweenNotesMs) return;
          notedAtMs = performance.now();
          tell(`${from} of ${count}, and ${Math.round((100 * done) / of)} % of the next ${stepCount}`);
        },
      });
      // The findings of a stopped step are reported, but not kept: it is run again.
      if (signal.aborted) stopped = report;
      signal.throwIfAborted();
      return report;
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  };
  const steps = new KeptSteps(`security-${name}`, results, data);
  let found = nothingYet;
  let done = 0;
  while (done < count && !signal.aborted) {
    const size = Math.min(part.step, count - done);
    const from = done;
    try {
      found = addReports(found, await steps.keep(`${name} ${from} to ${from + size}`, () => run(from, size)));
      done += size;
    } catch (fault) {
      // The other parts still report; and stopping the run ends our children too.
      tell(signal.aborted ? 'stopped' : `could not be run: ${fault}`);
      if (signal.aborted) return addReports(found, stopped);
      return { ...found, failures: [...found.failures, `could not be run to its end: ${fault}`] };
    }
  }
  tell(`${done} of ${count} done`);
  return found;
}

function summarise(reports: ReadonlyMap<string, PartReport>): SuiteReport {
  const all = [...reports];
  const found: Readonly<Record<string, Figure>> = Object.assign({}, ...all.map(([, { figures }]) => figures));
  const named = Object.fromEntries(
    promisedFigures.map((name): [string, Figure] => [name, found[name] ?? notRun]),
  );
  return {
    cases: all.flatMap(([, { findings }]) => findings).reduce((sum, { cases }) => sum + cases, 0),
    figures: { ...named, ...found },
    tables: [findingsTable(all), ...failureTable(all)],
  };
}

function findingsTable(reports: readonly (readonly [string, PartReport])[]): Table {
  return {
    title: 'Promises, tried',
    columns: ['part', 'promise', 'cases', 'broken', 'note'],
    rows: reports.flatMap(([part, { findings }]) =>
      findings.map(({ promise, cases, broken, note = '' }) => [part, promise, cases, broken, note]),
    ),
  };
}

function failureTable(reports: readonly (readonly [string, PartReport])[]): readonly Table[] {
  const rows = reports.flatMap(([part, { failures }]) => [
    ...failures.slice(0, shownFailures).map((failure) => [part, failure]),
    ...(failures.length > shownFailures ? [[part, `… and ${failures.length - shownFailures} more`]] : []),
  ]);
  return rows.length === 0
    ? []
    : [{ title: 'Cases in which a promise did not hold', columns: ['part', 'case'], rows }];
}
