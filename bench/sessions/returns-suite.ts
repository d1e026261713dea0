import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readClaudeSessions, readMiniRuns, sources } from '../experience/past-sessions.ts';
import { describeRate } from '../reporting/statistics.ts';
import { type Figure, notRun, type Suite } from '../suite.ts';
import { type LabelledSession, readLabelledSessions } from './labelled-sessions.ts';
import { bringBack, type ReturnedFailure } from './returning-failures.ts';
import { returningForms } from './returning-forms.ts';

/** Is the fix of a failure shown when it comes back in another form, and if not: at which stage was it lost? */
export const returnsSuite: Suite = {
  description: 'each failure that a session fixed comes back whole, cut, or elsewhere: is its fix shown?',
  options: ['data', 'repos', 'part', 'limit', 'misses'],
  async run({ data, repositories, parts, limit, home, missesFile }) {
    const does = (part: string) => parts.length === 0 || parts.includes(part);
    const transcripts = join(home, 'transcripts');
    const sessions = [
      ...(does('people') ? readLabelledSessions(data, transcripts) : []),
      ...(does('tasks') ? readTaskSessions(repositories, transcripts) : []),
    ];
    const returned: ReturnedFailure[] = [];
    for (const [repo, own] of Map.groupBy(sessions, (one) => one.repo))
      returned.push(...(await bringBack(own.slice(0, limit), join(home, repo.replace('/', '__')))));
    if (missesFile !== undefined) writeFileSync(missesFile, describeSilent(returned));
    const forms = Object.keys(returningForms).map((form) => ({
      form,
      own: returned.filter((one) => one.form === form),
    }));
    const stages = new Set(returned.map(({ stage }) => stageName(stage)));
    return {
      cases: returned.length,
      figures: Object.fromEntries([
        ...forms.map(({ form, own }) => [`shown_${form}`, shareOf(own, 'shown')] as const),
        ['other_cause', shareOf(returned, 'other')] as const,
      ]),
      tables: [
        {
          title: `${returned.length} failures that came back`,
          columns: [
            'form',
            'shown',
            'of these that still say why',
            ...[...stages].filter((stage) => stage !== 'shown'),
          ],
          rows: forms.map(({ form, own }) => [
            form,
            ...[own, own.filter(({ saysWhy }) => saysWhy)].map((some) =>
              describeRate(countOf(some, 'shown'), some.length),
            ),
            ...[...stages].filter((stage) => stage !== 'shown').map((stage) => String(countOf(own, stage))),
          ]),
        },
      ],
    };
  },
};

/** Sessions of agents on tasks, each as it was written down. */
function readTaskSessions(
  repositories: ReadonlyMap<string, string>,
  into: string,
): readonly LabelledSession[] {
  const [tasks, runs] = [repositories.get(sources.tasks), repositories.get(sources.runs)];
  return [
    ...(tasks === undefined ? [] : readClaudeSessions(tasks, join(into, 'tasks'))),
    ...(runs === undefined ? [] : readMiniRuns(runs, join(into, 'runs'))),
  ].map(({ name, path, repo }) => ({ agent: 'claude-code', repo, name, path, startedAtMs: 0, failures: [] }));
}

function countOf(returned: readonly ReturnedFailure[], stage: string): number {
  return returned.filter((one) => stageName(one.stage) === stage).length;
}

function shareOf(returned: readonly ReturnedFailure[], stage: string): Figure {
  return returned.length === 0 ? notRun : countOf(returned, stage) / returned.length;
}

/** Without its reason. */
function stageName(stage: string): string {
  return stage.replace(/:.*/s, '');
}

function describeSilent(returned: readonly ReturnedFailure[]): string {
  return returned
    .filter(({ stage }) => stage !== 'shown')
    .map(({ form, at, command, stage }) => `${form} ${at} $ ${command.split('\n')[0]}\n  ${stage}`)
    .join('\n');
}
