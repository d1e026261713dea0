import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rateOf, rateTable, sharesOf } from '../reporting/rates.ts';
import { percentile } from '../reporting/statistics.ts';
import { type Figure, notRun, type Suite } from '../suite.ts';
import { type LabelledSession, readLabelledSessions } from './labelled-sessions.ts';
import { type AskedFailure, playSessions } from './play-sessions.ts';

/** Does a failure that an earlier session fixed get that fix, and does every other stay silent? Benchmark E. */
export const sessionsSuite: Suite = {
  description: 'real sessions in time order: is a fix shown when its failure recurs, and nothing else?',
  options: ['data', 'part', 'limit', 'misses'],
  async run({ data, parts, limit, home, missesFile }) {
    const sessions = readLabelledSessions(data, join(home, 'transcripts'));
    const asked: AskedFailure[] = [];
    let waiting = 0;
    const byRepository = Map.groupBy(sessions, ({ repo }) => repo);
    for (const [place, own] of [...byRepository.values()].entries()) {
      const played = await playSessions(own.slice(0, limit), join(home, String(place)));
      const counted = countedSessions(own, parts);
      asked.push(...played.asked.filter(({ failure }) => counted.has(failure.session)));
      waiting += played.waiting;
    }
    if (missesFile !== undefined) writeFileSync(missesFile, describeAsked(asked));
    const agents = ['claude-code', 'codex'] as const;
    return {
      cases: asked.length,
      figures: { ...figuresOf(asked), waiting_for_a_person: waiting },
      tables: [
        rateTable(`All: ${asked.length} failures`, ratesOf(asked)),
        ...agents.map((agent) => {
          const own = asked.filter((one) => one.agent === agent);
          return rateTable(`${agent}: ${own.length} failures`, ratesOf(own));
        }),
      ],
    };
  },
};

/** Rules are written on the first half in time of each repository; `--part second` counts the others, with the first in memory. */
export function countedSessions(
  own: readonly LabelledSession[],
  parts: readonly string[],
): ReadonlySet<string> {
  const half = own.length >> 1;
  const chosen = own.filter(
    ({ agent }, place) =>
      parts.length === 0 || parts.includes(agent) || parts.includes(place < half ? 'first' : 'second'),
  );
  return new Set(chosen.map(({ name }) => name));
}

function ratesOf(asked: readonly AskedFailure[]) {
  const due = asked.filter(({ isDue }) => isDue);
  const others = asked.filter(({ isDue }) => !isDue);
  const shown = asked.flatMap((one) => one.shown ?? []);
  const known = shown.filter(({ isSameResolution }) => isSameResolution !== undefined);
  return {
    shown_share: rateOf(due, (one) => one.shown !== undefined),
    same_cause_precision: rateOf(shown, (one) => one.isSameCause),
    same_resolution_share: rateOf(known, (one) => one.isSameResolution === true),
    quiet_share: rateOf(others, (one) => one.shown === undefined),
  };
}

function figuresOf(asked: readonly AskedFailure[]): Readonly<Record<string, Figure>> {
  const tokens = asked.flatMap(({ shown }) => shown?.tokens ?? []);
  return {
    recurring: asked.filter(({ recurs }) => recurs).length,
    due: asked.filter(({ isDue }) => isDue).length,
    shown: asked.filter(({ shown }) => shown !== undefined).length,
    ...sharesOf(ratesOf(asked)),
    tokens_per_card_median: tokens.length === 0 ? notRun : percentile(tokens, 0.5),
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
          : `SHOWN same cause ${shown.isSameCause}, same resolution ${shown.isSameResolution}, from ${shown.lesson.evidence.transcript}:${shown.lesson.evidence.line}\n${shown.text}`,
        '',
      ].join('\n'),
    )
    .join('\n');
}
