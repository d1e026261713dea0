import { errorExcerpt } from '../../src/query/logs/error-excerpt.ts';
import { judgeExcerpt, readableLines } from '../failures/judge-excerpt.ts';
import { type Rate, rateOf, rateTable, shareOf, sharesOf } from '../reporting/rates.ts';
import { rate } from '../reporting/statistics.ts';
import { type Table, tableOf } from '../reporting/table.ts';
import { type Figure, notRun, type Suite } from '../suite.ts';
import { askChanged, type ChangedAnswer } from './ask-changed.ts';
import { askGeneric, type GenericAnswer, readGenericPairs } from './ask-generic.ts';
import { askReal, type RealAnswer } from './ask-real.ts';
import { type MarkedFailure, readMarkedLogs, readMarkedSessions } from './marked-failures.ts';

const realTitle =
  'Real logs: every second one is known, the others are asked about; then the other way round';

/** Is only the fix of the very same failure shown, and shown whenever it comes again? */
export const lookalikesSuite: Suite = {
  description: 'failures that read alike: is only the very same one shown, and shown whenever it recurs',
  options: ['data', 'limit', 'repositories', 'seed'],
  async run({ data, limit, half, home, seed }) {
    const logs = readMarkedLogs(data, half).slice(0, limit);
    const sessions = readMarkedSessions(data, half).slice(0, limit);
    const real = await askReal(logs, 'of_cause', home);
    const pointing = await askReal(logs, 'pointing', home);
    const contradicted = await askReal(logs, 'of_each', home);
    const changed = await askChanged([...logs, ...sessions], home, seed);
    const generic = await askGeneric(sample(readGenericPairs(), limit), home);
    return {
      cases: real.length + changed.length + generic.length,
      figures: {
        ...realFigures(real),
        pointing_recurring_shown: shareOf(realRates(pointing).recurring_shown),
        contradicted_shown: shareOf(contradictedRate(contradicted)),
        ...sharesOf(changedRates(changed)),
        ...sharesOf(genericRates(generic)),
        ...coverageFigures(logs),
      },
      tables: [
        rateTable(`${realTitle}, each cause with one fix`, realRates(real)),
        rateTable(`${realTitle}, each log with where it was fixed`, realRates(pointing)),
        rateTable('The same with another fix for each log: of those whose cause is known twice', {
          contradicted_shown: contradictedRate(contradicted),
        }),
        rateTable('Known failures asked about again, changed by rule', changedRates(changed)),
        genericTable(generic),
      ],
    };
  },
};

function realRates(all: readonly RealAnswer[]) {
  const shown = all.flatMap((one) => one.shown ?? []);
  const clear = all.flatMap((one) => one.clear ?? []);
  const recurring = all.filter(({ timesKnown }) => timesKnown > 0);
  const isUnlike = ({ relation }: { readonly relation: string }) => relation === 'unlike';
  return {
    shown_unlike: rateOf(shown, isUnlike),
    clear_unlike: rateOf(clear, isUnlike),
    recurring_shown: rateOf(recurring, (one) => one.shown?.relation === 'alike'),
  };
}

/** Of logs whose cause is known twice, with two fixes between which no person has decided. */
function contradictedRate(all: readonly RealAnswer[]): Rate {
  const contradicted = all.filter(({ timesKnown }) => timesKnown > 1);
  return rateOf(contradicted, ({ shown }) => shown?.relation === 'alike');
}

function realFigures(all: readonly RealAnswer[]): Readonly<Record<string, Figure>> {
  const rates = realRates(all);
  return {
    shown: all.length === 0 ? notRun : rates.shown_unlike.of,
    clear: all.length === 0 ? notRun : rates.clear_unlike.of,
    ...sharesOf(rates),
  };
}

function changedRates(all: readonly ChangedAnswer[]) {
  const of = (kind: ChangedAnswer['kind'], isCounted = ({ shown }: ChangedAnswer) => shown) =>
    rateOf(
      all.filter((one) => one.kind === kind),
      isCounted,
    );
  return {
    unchanged_shown: of('same'),
    changed_cause_shown: of('changed_cause', ({ shown, hasCaveat }) => shown && !hasCaveat),
    changed_cause_with_caveat: of('changed_cause', ({ hasCaveat }) => hasCaveat),
    changed_circumstance_shown: of('changed_circumstance'),
  };
}

/** So many, from all over. */
function sample<Row>(rows: readonly Row[], most = rows.length): readonly Row[] {
  const step = Math.max(1, rows.length / most);
  return rows.filter((_, place) => Math.floor(place / step) !== Math.floor((place - 1) / step));
}

function genericRates(all: readonly GenericAnswer[]) {
  const of = (same: boolean, isCounted: (answer: GenericAnswer) => boolean) =>
    rateOf(
      all.filter(({ pair }) => pair.same === same),
      isCounted,
    );
  return {
    generic_other_shown: of(false, ({ shown }) => shown),
    generic_other_clear: of(false, ({ isClear }) => isClear),
    generic_same_shown: of(true, ({ shown }) => shown),
    generic_same_clear: of(true, ({ isClear }) => isClear),
  };
}

function genericTable(all: readonly GenericAnswer[]): Table {
  const groups = Map.groupBy(all, ({ pair }) => `${pair.tells}${pair.heldOut ? ', held out' : ''}`);
  return tableOf(
    'Equal or nearly equal words: what tells two causes apart, or `cause` where they are one',
    groups,
    {
      'told by': ([tells]) => tells,
      shown: ([, own]) => rate(own, ({ shown }) => shown),
      'with a caveat': ([, own]) => rate(own, ({ hasCaveat }) => hasCaveat),
      clear: ([, own]) => rate(own, ({ isClear }) => isClear),
    },
  );
}

/** Logs with their cause in an excerpt of twice the length and of 40 lines, since other lines are hardly compared. */
function coverageFigures(logs: readonly MarkedFailure[]): Readonly<Record<string, Figure>> {
  const covered = (linesOf: (labelled: number) => number) =>
    logs.filter(({ text, marked }) => {
      const labelled = readableLines(marked);
      return judgeExcerpt(errorExcerpt(text, { maxLines: linesOf(labelled.length) }), labelled).isCovered;
    }).length;
  return {
    chunk_covered: shareOf({ count: covered((labelled) => 2 * labelled), of: logs.length }),
    chunk_covered_40_lines: shareOf({ count: covered(() => 40), of: logs.length }),
  };
}
