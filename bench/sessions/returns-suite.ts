import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeRate } from '../reporting/statistics.ts';
import { type Figure, notRun, type Suite } from '../suite.ts';
import { readLabelledSessions } from './labelled-sessions.ts';
import { bringBack, type ReturnedFailure, returningForms } from './returning-failures.ts';

/** Is the fix of a failure shown when it comes back in another form, and if not: at which stage was it lost? */
export const returnsSuite: Suite = {
  description: 'each failure that a session fixed comes back whole, cut, or elsewhere: is its fix shown?',
  options: ['data', 'limit', 'misses'],
  async run({ data, limit, home, missesFile }) {
    const sessions = readLabelledSessions(data, join(home, 'transcripts'));
    const returned: ReturnedFailure[] = [];
    for (const [agent, own] of Map.groupBy(sessions, (one) => one.agent))
      returned.push(...(await bringBack(own.slice(0, limit), join(home, agent))));
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
          columns: ['form', 'shown', ...[...stages].filter((stage) => stage !== 'shown')],
          rows: forms.map(({ form, own }) => [
            form,
            describeRate(countOf(own, 'shown'), own.length),
            ...[...stages].filter((stage) => stage !== 'shown').map((stage) => String(countOf(own, stage))),
          ]),
        },
      ],
    };
  },
};

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
