import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { halfOf } from '../../lookalikes/repository-half.ts';
import { KeptSteps } from '../../reporting/kept-steps.ts';
import { percentile } from '../../reporting/statistics.ts';
import type { Table } from '../../reporting/table.ts';
import type { Figure, SuiteOptions, SuiteReport } from '../../suite.ts';
import { type ObservedEvent, observeHistory } from './observe-history.ts';
import { readRealHistories } from './read-real-histories.ts';
import { type RealHistory, realKinds } from './real-event.ts';
import { liveFigures, liveTable } from './real-figures.ts';
import { realMethods } from './real-methods.ts';
import { runLive } from './run-live.ts';

/** Real events through the published library, in order of time, then each policy on what was found (spec: 6 C). */
export async function replayReal(options: SuiteOptions): Promise<SuiteReport> {
  const figures: Record<string, Figure> = {};
  const tables: Table[] = [];
  let cases = 0;
  for (const kind of realKinds) {
    const named = realKinds.filter((one) => options.parts.includes(one));
    if (named.length > 0 && !named.includes(kind)) continue;
    const histories = readRealHistories({ data: options.data, kind, questions: options.questions }).filter(
      ({ repository }) => options.half === undefined || halfOf(repository) === options.half,
    );
    const events: ObservedEvent[] = [];
    for (const history of histories) {
      const isLocatable = options.repositories.has(history.repository);
      const steps = new KeptSteps('gate-replay', options.results, [history.events, isLocatable]);
      const observe = () => observeRepository(history, options);
      events.push(...(await steps.keep(`${kind} ${history.repository}`, observe)));
    }
    if (events.length === 0) continue;
    const ordered = events.toSorted((a, b) => a.atMs - b.atMs).slice(0, options.limit);
    const runs = realMethods.map((method) => ({ name: method.name, ...runLive(method, ordered) }));
    const [own] = runs;
    cases += ordered.length;
    tables.push(liveTable(kind, runs));
    if (own === undefined) continue;
    const cpu = ordered.map(({ recallCpuMs }) => recallCpuMs);
    Object.assign(figures, liveFigures(`${kind}_`, own), {
      [`${kind}_recall_cpu_ms_p50`]: percentile(cpu, 0.5),
      [`${kind}_recall_cpu_ms_p95`]: percentile(cpu, 0.95),
    });
  }
  return { cases, figures, tables };
}

/** Keeps the index in the home, so that the next run goes on from it. */
async function observeRepository(
  history: RealHistory,
  { repositories, home }: SuiteOptions,
): Promise<readonly ObservedEvent[]> {
  const { repository, kind, events } = history;
  const git = repositories.get(repository);
  const slug = repository.replaceAll('/', '__');
  const folder = join(home, 'replay', `${kind}-${slug}`);
  const indexHome = join(home, 'replay', `index-${slug}`);
  const observed = await observeHistory(history, { git, indexHome, folder });
  rmSync(folder, { recursive: true, force: true });
  const located = observed.filter(({ isLocated }) => isLocated).length;
  const why = git === undefined && repositories.size > 0 ? ': the map has no such repository' : '';
  console.error(
    `${kind}: ${repository}: ${observed.length} asked, ${located} of them located${why}; ${events.length} events`,
  );
  return observed;
}
