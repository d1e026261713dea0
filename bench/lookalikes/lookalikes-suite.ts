import { join } from 'node:path';
import { type Rate, rateOf, rateTable, sharesOf } from '../reporting/rates.ts';
import { rate } from '../reporting/statistics.ts';
import { type Table, tableOf } from '../reporting/table.ts';
import type { Suite } from '../suite.ts';
import { askChanged, type ChangedAnswer } from './ask-changed.ts';
import { askGeneric, type GenericAnswer, readDailyPairs, readGenericPairs } from './ask-generic.ts';
import { askReal, type RealAnswer } from './ask-real.ts';
import { readMarkedLogs, readMarkedSessions } from './marked-failures.ts';

type Rates = Readonly<Record<string, Rate>>;

/** Is only the fix of the very same failure shown, and shown whenever it comes again? */
export const lookalikesSuite: Suite = {
  description: 'failures that read alike: is only the very same one shown, and shown whenever it recurs',
  options: ['data', 'limit', 'seed'],
  async run({ data, limit, home, seed }) {
    const logs = readMarkedLogs(data).slice(0, limit);
    const sessions = readMarkedSessions(data).slice(0, limit);
    const real = await askReal(logs, 'of_cause', home);
    const ofEach = await askReal(logs, 'of_each', home);
    const changed = await askChanged([...logs, ...sessions], home, seed);
    const generic = await askGeneric(sample(readGenericPairs(), limit), home);
    const daily = await askGeneric(sample(readDailyPairs(), limit), join(home, 'daily'));
    // Of logs whose cause is known twice, with two fixes between which no person has decided.
    const contradicted = rateOf(
      ofEach.filter(({ timesKnown }) => timesKnown > 1),
      ({ shown }) => shown === 'alike',
    );
    const rates = { ...realRates(real), contradicted_shown: contradicted };
    return {
      cases: real.length + changed.length + generic.length + daily.length,
      figures: sharesOf({
        ...rates,
        ...changedRates(changed),
        ...genericRates(generic),
        ...dailyRates(daily),
      }),
      tables: [
        rateTable(
          'Real logs: every second one is known, the others are asked about; then the other way round',
          rates,
        ),
        rateTable('Known failures asked about again, changed by rule', changedRates(changed)),
        pairTable(
          'Equal or nearly equal words: what tells two causes apart, or `cause` where they are one',
          generic,
        ),
        pairTable('Daily failures of 190 tools', daily),
      ],
    };
  },
};

function pairTable(title: string, answers: readonly GenericAnswer[]): Table {
  const groups = Map.groupBy(answers, ({ pair }) => `${pair.tells}${pair.heldOut ? ', held out' : ''}`);
  return tableOf(title, groups, {
    'told by': ([tells]) => tells,
    shown: ([, own]) => rate(own, ({ shown }) => shown),
    'with a caveat': ([, own]) => rate(own, ({ hasCaveat }) => hasCaveat),
    clear: ([, own]) => rate(own, ({ isClear }) => isClear),
  });
}

function realRates(all: readonly RealAnswer[]): Rates {
  return {
    shown_unlike: rateOf(
      all.flatMap(({ shown }) => shown ?? []),
      (relation) => relation === 'unlike',
    ),
    clear_unlike: rateOf(
      all.flatMap(({ clear }) => clear ?? []),
      (relation) => relation === 'unlike',
    ),
    recurring_shown: rateOf(
      all.filter(({ timesKnown }) => timesKnown > 0),
      ({ shown }) => shown === 'alike',
    ),
  };
}

function changedRates(all: readonly ChangedAnswer[]): Rates {
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
function sample<Row>(rows: readonly Row[], most: number): readonly Row[] {
  const step = Math.max(1, rows.length / most);
  return rows.filter((_, place) => Math.floor(place / step) !== Math.floor((place - 1) / step));
}

function genericRates(all: readonly GenericAnswer[]): Rates {
  const other = all.filter(({ pair }) => !pair.same);
  const same = all.filter(({ pair }) => pair.same);
  return {
    generic_other_shown: rateOf(other, ({ shown }) => shown),
    generic_other_clear: rateOf(other, ({ isClear }) => isClear),
    generic_same_shown: rateOf(same, ({ shown }) => shown),
    generic_same_clear: rateOf(same, ({ isClear }) => isClear),
  };
}

function dailyRates(all: readonly GenericAnswer[]): Rates {
  const of = (kind: string) =>
    rateOf(
      all.filter(({ pair }) => pair.tells.endsWith(kind)),
      ({ shown }) => shown,
    );
  return { daily_recurring_shown: of('recurs'), daily_other_shown: of('other cause') };
}
