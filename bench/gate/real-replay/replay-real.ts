import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { halfOf } from '../../lookalikes/repository-half.ts';
import { percentile } from '../../reporting/statistics.ts';
import type { Table } from '../../reporting/table.ts';
import type { Figure, SuiteOptions, SuiteReport } from '../../suite.ts';
import { observedFolder } from '../observed-folder.ts';
import { type ObservedEvent, observeHistory } from './observe-history.ts';
import { readRealHistories } from './read-real-histories.ts';
import { type RealHistory, realKinds } from './real-event.ts';
import { curveTable, liveFigures, liveTable, repositoryTable } from './real-figures.ts';
import { realMethods } from './real-methods.ts';
import { runLive } from './run-live.ts';
import { truthVersion } from './truth-of.ts';

/** Real events through the published library, in order of time, then each policy on what was found (spec: 6 C). */
export async function replayReal(options: SuiteOptions): Promise<SuiteReport> {
  const figures: Record<string, Figure> = {};
  const tables: Table[] = [];
  let cases = 0;
  for (const kind of realKinds) {
    if (options.parts.length > 0 && !options.parts.includes(kind)) continue;
    const histories = readRealHistories({ data: options.data, kind, questions: options.questions }).filter(
      ({ repository }) => options.half === undefined || halfOf(repository) === options.half,
    );
    const events: ObservedEvent[] = [];
    for (const history of histories) events.push(...(await observeOnce(history, options)));
    if (events.length === 0) continue;
    const ordered = events.toSorted((a, b) => a.atMs - b.atMs).slice(0, options.limit);
    const runs = realMethods.map((method) => ({ name: method.name, ...runLive(method, ordered) }));
    const [own] = runs;
    cases += ordered.length;
    tables.push(liveTable(kind, runs));
    if (own === undefined) continue;
    const cpu = ordered.map(({ recallCpuMs }) => recallCpuMs);
    for (const { name, ...run } of runs) {
      const alpha = /α = \.(\d+)$/.exec(name)?.[1];
      if (alpha !== undefined) Object.assign(figures, liveFigures(`${kind}_alpha_${alpha}_`, run));
    }
    Object.assign(figures, liveFigures(`${kind}_`, own), {
      [`${kind}_recall_cpu_ms_p50`]: percentile(cpu, 0.5),
      [`${kind}_recall_cpu_ms_p95`]: percentile(cpu, 0.95),
    });
    tables.push(curveTable(kind, own), repositoryTable(kind, own));
  }
  return { cases, figures, tables };
}

/** What was found, and judged, is the same for these; else a kept one is no answer. */
export function keptKey({ events }: Pick<RealHistory, 'events'>, git: string | undefined): string {
  return JSON.stringify([truthVersion, events, git !== undefined]);
}

/** What was found is kept in the folder of results, a repository at a time, and what was indexed in the home: both to go on from. */
async function observeOnce(
  history: RealHistory,
  { repositories, results, home }: SuiteOptions,
): Promise<readonly ObservedEvent[]> {
  const { repository, kind, events } = history;
  const git = repositories.get(repository);
  const slug = repository.replaceAll('/', '__');
  const key = keptKey(history, git);
  const kept =
    results === undefined
      ? undefined
      : join(observedFolder(results, `replay-${kind}-${slug}`, key), 'observed.json');
  if (kept !== undefined && existsSync(kept))
    return JSON.parse(readFileSync(kept, 'utf8')) as readonly ObservedEvent[];
  const folder = join(home, 'replay', `${kind}-${slug}`);
  const observed = await observeHistory(history, {
    git,
    indexHome: join(home, 'replay', `index-${slug}`),
    folder,
  });
  rmSync(folder, { recursive: true, force: true });
  const located = observed.filter(({ isLocated }) => isLocated).length;
  const why = git === undefined && repositories.size > 0 ? ': the map has no such repository' : '';
  console.error(
    `${kind}: ${repository}: ${observed.length} asked, ${located} of them located${why}; ${events.length} events`,
  );
  if (kept !== undefined) writeFileSync(kept, JSON.stringify(observed));
  return observed;
}
