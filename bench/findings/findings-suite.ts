import { join } from 'node:path';
import { type Rate, rateOf, rateTable, share, sharesOf } from '../reporting/rates.ts';
import { sum } from '../reporting/statistics.ts';
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
    const shown = recurring.flatMap(({ tokens }) => tokens ?? []);
    const judged = recurring.filter(({ tokens, done }) => tokens !== undefined && done.length > 0);
    const rates: Readonly<Record<string, Rate>> = {
      finding_shown: { count: shown.length, of: recurring.length },
      finding_right: rateOf(judged, ({ told, done }) =>
        told.map(stanceOf).includes(mostOf(done.map(stanceOf))),
      ),
      finding_first_right: rateOf(
        judged,
        ({ told: [first = ''], done }) => stanceOf(first) === mostOf(done.map(stanceOf)),
      ),
      finding_way_right: rateOf(judged, ({ told, done }) => told.includes(mostOf(done))),
    };
    return {
      cases: recurring.length,
      figures: { ...sharesOf(rates), tokens_per_card: share(sum(shown), shown.length) },
      tables: [
        rateTable(
          `${recurring.length} times that a session broke a rule of which another had mended a finding`,
          rates,
        ),
      ],
    };
  },
};

/** The most frequent way of the session. */
function mostOf(done: readonly string[]): string {
  const counts = [...Map.groupBy(done, (one) => one)].toSorted((a, b) => b[1].length - a[1].length);
  return counts[0]?.[0] ?? '';
}
