import type { ForgettingSettings, LifecycleSettings } from '../../src/lifecycle/options.ts';
import { lifecycleConstants, lifecycleOptions } from '../../src/lifecycle/options.ts';
import { describeRate, percentile } from '../reporting/statistics.ts';
import { type Table, tableOf } from '../reporting/table.ts';
import { notRun, type SuiteReport } from '../suite.ts';
import { suiteOfParts } from '../suite-of-parts.ts';
import { type ConsolidatedNotes, consolidateNotes } from './consolidate-notes.ts';
import { type LivedYear, liveAYear } from './live-a-year.ts';
import type { MeasuredSummary } from './measure-summaries.ts';
import { addKept, type FixHistory, type Kept, readFixHistories, replayDecay } from './replay-decay.ts';

const usualItems = 100_000;
/** The share of shown memories whose outcome is told. */
const usuallyTold = 0.5;
const shownText = 200;

/** Does a memory keep what is useful and let go of what is not, over years? */
export const lifecycleSuite = suiteOfParts({
  description:
    'decay: fixes of real histories by their dates; consolidation: notes of real failures; year: a year of use; the limit is one of items',
  options: ['data', 'limit'],
  parts: {
    decay: ({ data }) => decayPart(readFixHistories(data)),
    consolidation: async ({ data }, folder) => reportNotes(await consolidateNotes(data, folder)),
    year: async ({ data, limit }, folder) =>
      reportYear(await liveAYear(data, folder, Math.min(limit, usualItems))),
  },
});

function settingsOf(changes: Partial<LifecycleSettings>): ForgettingSettings {
  const defaults = Object.fromEntries(
    Object.entries(lifecycleOptions).map(([name, option]) => [name, option.default]),
  ) as unknown as LifecycleSettings;
  return {
    ...{ decayEnabled: true, decayDays: 30, retrievalLookbackDays: 21 },
    v3: { lifecycle: { ...defaults, ...lifecycleConstants, ...changes } },
  };
}

function decayPart(histories: readonly FixHistory[]): SuiteReport {
  const byUse = settingsOf({});
  const byAge = settingsOf({ enabled: false });
  const arms = [
    ['by use (the default)', byUse],
    ['by age', byAge],
  ] as const;
  const run = (settings: ForgettingSettings, told: number, some = histories): Kept =>
    addKept(some.map((history) => replayDecay(history, { settings, told })));
  const own = run(byUse, usuallyTold);
  const other = run(byAge, usuallyTold);
  const unseen = histories.filter((_, at) => at % 2 === 1);
  const rows = arms.flatMap(([name, settings]) => [
    ...[1, usuallyTold, 0.25, 0].map((told) => [name, told, ...ratesOf(run(settings, told))]),
    [`${name}, not fitted on`, usuallyTold, ...ratesOf(run(settings, usuallyTold, unseen))],
  ]);
  return {
    cases: histories.reduce((sum, { events }) => sum + events.length, 0),
    figures: {
      useful_kept: own.usefulKept / own.useful,
      useful_kept_age_only: other.usefulKept / other.useful,
      stale_served: own.staleServed / own.stale,
      stale_served_age_only: other.staleServed / other.stale,
    },
    tables: [
      {
        title: 'Fixes of ten repositories, needed again and out of date',
        columns: ['memories last', 'told', 'useful kept', 'stale served'],
        rows,
      },
    ],
  };
}

function ratesOf({ usefulKept, useful, staleServed, stale }: Kept): readonly string[] {
  return [describeRate(usefulKept, useful), describeRate(staleServed, stale)];
}

function reportYear(year: LivedYear): SuiteReport {
  return {
    cases: year.recalls,
    figures: {
      expired_wrongly: year.expiredWrongly,
      dead_still_served: year.deadStillServed,
      maintain_seconds_100k: Math.max(...year.maintainCpuMs) / 1_000,
      recall_at_k: year.found / Math.max(1, year.asked),
      pack_contradiction_rate: year.contradictoryPacks / Math.max(1, year.packs),
      repeated_failure_rate: year.failuresUnhelped / Math.max(1, year.failuresAgain),
      token_overhead_median: percentile(year.packTokens, 0.5),
    },
    tables: [
      yearTable(year),
      tableOf('Rules that stood in one pack with their successor', year.contradictions, {
        older: ([older]) => older.replaceAll(/\s+/gu, ' ').slice(0, shownText),
        newer: ([, newer]) => newer.replaceAll(/\s+/gu, ' ').slice(0, shownText),
      }),
    ],
  };
}

function reportNotes(notes: ConsolidatedNotes): SuiteReport {
  const { before, after, lostFacts } = sumSummaries(notes.summaries);
  return {
    cases: notes.notes,
    figures: {
      // Without a summary nothing was saved: no figure, rather than a good one.
      consolidation_tokens_saved: notes.summaries.length === 0 ? notRun : 1 - after / before,
      consolidation_facts_lost: lostFacts,
    },
    tables: [notesTable(notes)],
  };
}

function sumSummaries(summaries: readonly MeasuredSummary[]): Omit<MeasuredSummary, 'text'> {
  const sum = (key: keyof Omit<MeasuredSummary, 'text'>) =>
    summaries.reduce((total, summary) => total + summary[key], 0);
  return {
    ...{ parts: sum('parts'), before: sum('before'), after: sum('after') },
    ...{ facts: sum('facts'), lostFacts: sum('lostFacts') },
  };
}

function notesTable({ notes, summaries }: ConsolidatedNotes): Table {
  const { parts, before, after, facts, lostFacts } = sumSummaries(summaries);
  return {
    title: 'Notes of real failures, maintained once',
    columns: ['what', 'count'],
    rows: [
      ['notes', notes],
      ['summaries, and their parts', `${summaries.length}, ${parts}`],
      ['tokens of the parts, and of the summaries', `${before}, ${after}`],
      ['facts of the parts, and lost', `${facts}, ${lostFacts}`],
      [
        'least saving of a summary',
        Math.min(...summaries.map((one) => 1 - one.after / one.before)).toFixed(2),
      ],
    ],
  };
}

function yearTable(year: LivedYear): Table {
  const { found, asked, contradictoryPacks, packs, failuresAgain, failuresUnhelped } = year;
  return {
    title: `A year with ${year.items} memories`,
    columns: ['what', 'count'],
    rows: [
      ['recalls', year.recalls],
      ['archived for their age', year.archivedForAge],
      ['… although the policy keeps them', year.expiredWrongly],
      ['superseded or archived in an answer', year.deadStillServed],
      ['answer among the first five', describeRate(found, asked)],
      ['packs with a rule and its successor', describeRate(contradictoryPacks, packs)],
      ['failures again without their fix', describeRate(failuresUnhelped, failuresAgain)],
      [
        'CPU seconds of each month’s upkeep',
        year.maintainCpuMs.map((ms) => (ms / 1_000).toFixed(1)).join(' '),
      ],
    ],
  };
}
