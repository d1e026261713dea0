import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rateOf, rateTable, sharesOf } from '../reporting/rates.ts';
import { percentile } from '../reporting/statistics.ts';
import { notRun, type Suite } from '../suite.ts';
import { agents, readLabelledSessions } from './labelled-sessions.ts';
import { type AskedFailure, playSessions } from './play-sessions.ts';

/** Does a failure that an earlier session fixed get that fix, and does every other stay silent? Benchmark E. */
export const sessionsSuite: Suite = {
  description: 'real sessions in time order: is a fix shown when its failure recurs, and nothing else?',
  options: ['data', 'limit', 'misses'],
  async run({ data, limit, home, missesFile }) {
    const sessions = readLabelledSessions(data, join(home, 'transcripts'));
    const asked: AskedFailure[] = [];
    for (const [place, own] of [...Map.groupBy(sessions, ({ repo }) => repo).values()].entries())
      asked.push(...(await playSessions(own.slice(0, limit), join(home, String(place)))));
    if (missesFile !== undefined) writeFileSync(missesFile, describeAsked(asked));
    const tokens = asked.flatMap(({ shown }) => shown?.tokens ?? []);
    const tableFor = (name: string, own: readonly AskedFailure[]) =>
      rateTable(`${name}: ${own.length} failures`, ratesOf(own));
    return {
      cases: asked.length,
      figures: {
        recurring: asked.filter(({ recurs }) => recurs).length,
        ...sharesOf(ratesOf(asked)),
        tokens_per_card_median: tokens.length === 0 ? notRun : percentile(tokens, 0.5),
      },
      tables: [
        tableFor('All', asked),
        ...agents.map((agent) =>
          tableFor(
            agent,
            asked.filter((one) => one.agent === agent),
          ),
        ),
      ],
    };
  },
};

function ratesOf(asked: readonly AskedFailure[]) {
  const shown = asked.flatMap((one) => one.shown ?? []);
  const isShown = (one: AskedFailure) => one.shown !== undefined;
  return {
    shown_share: rateOf(
      asked.filter(({ isDue }) => isDue),
      isShown,
    ),
    same_cause_precision: rateOf(shown, (one) => one.isSameCause),
    same_resolution_share: rateOf(
      shown.filter(({ isSameResolution }) => isSameResolution !== undefined),
      (one) => one.isSameResolution === true,
    ),
    quiet_share: rateOf(
      asked.filter(({ isDue }) => !isDue),
      (one) => !isShown(one),
    ),
  };
}

/** Every failure that was due or got a card, to be read by a person. */
function describeAsked(asked: readonly AskedFailure[]): string {
  return asked
    .filter(({ isDue, shown }) => isDue || shown !== undefined)
    .map(({ failure, isDue, shown }) =>
      [
        `${failure.session}:${failure.failedAtLine} ${isDue ? 'due' : 'not due'} ${failure.kind ?? 'unresolved'} $ ${failure.command.split('\n')[0]}`,
        failure.output.slice(0, 1_500),
        shown === undefined
          ? 'SILENT'
          : `SHOWN same cause ${shown.isSameCause}, same resolution ${shown.isSameResolution}\n${shown.text}`,
        '',
      ].join('\n'),
    )
    .join('\n');
}
