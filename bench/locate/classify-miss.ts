import type { FeatureName } from '../../src/locate/features.ts';
import { featureNames } from '../../src/locate/features.ts';
import { goldRanks, holdsAllGold } from '../reporting/gold-ranks.ts';
import type { Table } from '../reporting/table.ts';
import { pairedDepth } from './locate-figures.ts';
import { pastFeatures } from './past-features.ts';
import { type LocateTrace, rankGold, rerank, weightsOf } from './trace-cases.ts';

/** Why a file of the answer is not among the first five; the first that holds. */
export type MissClass =
  | 'not a candidate'
  | 'insufficient history'
  | 'irrelevant retrieval'
  | 'semantic misdirection'
  | 'ranking';

/** The rules, in the order in which they are asked. They look at that file of the answer which comes last. */
const missRules: Readonly<Record<MissClass, string>> = {
  'not a candidate': 'the file is new, a test, or was not read as code',
  'insufficient history': 'fewer than 3 past commits changed it',
  'irrelevant retrieval': 'none of the past commits most like the title or the text changed it',
  'semantic misdirection':
    'some did, but by code alone it is not among the first 20: the words lead elsewhere',
  ranking:
    'code has it among the first 20, past commits like the issue changed it, and others still come first',
};

const fewestChanges = 3;
const leadingDepth = 20;

/** Undefined when there is nothing to explain: the whole answer is among the first five. */
export function classifyMiss(trace: LocateTrace): MissClass | undefined {
  if (holdsAllGold(rankGold(trace, trace.files), pairedDepth)) return undefined;
  const rankOf = (path: string) => goldRanks(trace.files, [path]).first;
  const missed = trace.issue.gold_files.toSorted((a, b) => rankOf(b) - rankOf(a))[0] ?? '';
  const row = trace.files.indexOf(missed);
  if (row < 0) return 'not a candidate';
  const value = (name: FeatureName) =>
    trace.rows[row * featureNames.length + featureNames.indexOf(name)] ?? 0;
  const changes = Math.round(Math.expm1(10 * value('changeCount')));
  if (changes < fewestChanges) return 'insufficient history';
  if (value('similarToTitle') === 0 && value('pastMessages') === 0) return 'irrelevant retrieval';
  const byCode = goldRanks(
    rerank(
      trace,
      weightsOf((name) => !pastFeatures.has(name)),
    ),
    [missed],
  ).first;
  return byCode > leadingDepth ? 'semantic misdirection' : 'ranking';
}

/** How many cases each class has, and in how many of them another file of the answer was found. */
export function describeMissClasses(traces: readonly LocateTrace[]): Table {
  const missed = traces.flatMap((trace) => {
    const kind = classifyMiss(trace);
    return kind === undefined ? [] : [{ trace, kind }];
  });
  const groups = Map.groupBy(missed, ({ kind }) => kind);
  return {
    title: `Why ${missed.length} of ${traces.length} are missed at ${pairedDepth}: the file of the answer that comes last`,
    columns: ['class', 'rule', 'cases', 'of several files', 'another file found'],
    rows: Object.entries(missRules).map(([kind, rule]) => {
      const own = groups.get(kind as MissClass) ?? [];
      const several = own.filter(({ trace }) => trace.issue.gold_files.length > 1);
      const partly = several.filter(({ trace }) => rankGold(trace, trace.files).first <= pairedDepth);
      return [kind, rule, own.length, several.length, partly.length];
    }),
  };
}
