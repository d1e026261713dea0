import { join } from 'node:path';
import { share } from '../reporting/rates.ts';
import { describeRate } from '../reporting/statistics.ts';
import { readLabelledSessions } from '../sessions/labelled-sessions.ts';
import type { Suite } from '../suite.ts';
import { playFindings, type RecurringRule, stanceOf } from './play-findings.ts';

/** Is the past way with a checker's rule shown when another session breaks the rule, and does that session take it? */
export const findingsSuite: Suite = {
  description: 'rules of checkers that later sessions break again: is what was done before shown, and right?',
  options: ['data', 'limit'],
  async run({ data, limit, home }) {
    const sessions = readLabelledSessions(data, join(home, 'transcripts'));
    const recurring: RecurringRule[] = [];
    for (const [repository, own] of Map.groupBy(sessions, ({ agent, repo }) => `${agent} ${repo}`))
      recurring.push(
        ...(await playFindings(own.slice(0, limit), join(home, repository.replaceAll(/\W/g, '-')))),
      );
    const shown = recurring.filter(({ card }) => card !== undefined);
    const judged = shown.filter(({ done }) => done.length > 0);
    const right = judged.filter(({ told, done }) => told.map(stanceOf).includes(mostOf(done.map(stanceOf))));
    const first = judged.filter(({ told, done }) => stanceOf(told[0] ?? '') === mostOf(done.map(stanceOf)));
    const fine = judged.filter(({ told, done }) => told.includes(mostOf(done)));
    return {
      cases: recurring.length,
      figures: {
        finding_shown: share(shown.length, recurring.length),
        finding_right: share(right.length, judged.length),
        finding_first_right: share(first.length, judged.length),
        finding_way_right: share(fine.length, judged.length),
        tokens_per_card: share(
          shown.reduce((sum, { tokens }) => sum + tokens, 0),
          shown.length,
        ),
      },
      tables: [
        {
          title: `${recurring.length} times that a session broke a rule of which an earlier one had mended a finding`,
          columns: ['what', 'of them'],
          rows: [
            ['shown', describeRate(shown.length, recurring.length)],
            ['right, of those whose session mended it', describeRate(right.length, judged.length)],
            ['what is told first is right', describeRate(first.length, judged.length)],
            ['the way of mending it is told too', describeRate(fine.length, judged.length)],
          ],
        },
      ],
    };
  },
};

/** The most frequent way of the session. */
function mostOf(done: readonly string[]): string {
  const counts = [...Map.groupBy(done, (one) => one)].toSorted((a, b) => b[1].length - a[1].length);
  return counts[0]?.[0] ?? '';
}
