import { count } from '../field.ts';
import { ofHome } from '../operation.ts';

const defaultDays = 30;

export const statistics = ofHome({
  name: 'statistics',
  summary: 'Count how often something is shown unasked, how often it was wrong, and why nothing was.',
  input: {
    days: count('Count what was decided in this many days.', { placeholder: 'DAYS', byDefault: '30' }),
  },
  terminal: {
    words: ['stats'],
    details: [
      'Rates come with their counts and 95 % intervals. Those of false positives and of help are among the shown memories that somebody judged; the share that nobody judged stands beside, for of those nothing is known.',
    ],
    examples: [
      { command: 'afterwit stats', explanation: 'The last 30 days.' },
      { command: 'afterwit stats --days 7 --json', explanation: 'The last week, for a program.' },
    ],
    jsonType: 'GateStatistics',
  },
  run: async ({ days = defaultDays }, home) =>
    await (await import('../../open/gate-questions.ts')).gateStatistics(home, days),
});
