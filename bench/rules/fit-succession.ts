import { createHash } from 'node:crypto';
import {
  mayDiffer,
  type Rewrite,
  successionFeatures,
  successionWeights,
} from '../../src/lessons/judge-succession.ts';
import { predictLogistic } from '../../src/numeric/probabilities.ts';
import { compareStatements } from '../../src/text/statements/compare-statements.ts';
import type { RulePair } from '../recall/rule-cases.ts';
import { fitLogistic } from '../reporting/fit-logistic.ts';
import { describeRate } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import type { HeldPair } from '../succession/hidden-rules.ts';
import type { RewrittenPair } from './rule-rewrites.ts';

interface FitCases {
  readonly rewritten: readonly RewrittenPair[];
  readonly pairs: readonly RulePair[];
  readonly held: readonly HeldPair[];
}

/** A pair of statements, known with its file or by its words alone. */
interface Observation {
  readonly repo: string;
  /** Its relation; of a rule that was replaced, the kind of change. */
  readonly kind: string;
  readonly isInFile: boolean;
  readonly supersedes: boolean;
  readonly features: readonly number[];
  /** Features of the same texts without marks of layout and code. */
  readonly plain: readonly number[];
  /** They say different things of one subject, so that the model is asked. */
  readonly isAsked: boolean;
}

interface Scored {
  readonly one: Observation;
  readonly score: number;
}

type Model = (one: Observation, features?: readonly number[]) => number;

const penalty = 1;
const thresholds = [0.5, 0.55, 0.6, 0.7, 0.8];
const wordThresholds = [0.15, 0.2, 0.25, 0.3, 0.4];
const marks = /[`*|"]/g;
/** Places of the features that need the other words of the file. */
const fileFeatures = [Object.keys(successionWeights).indexOf('exchanged')];

/** Weights fitted on all pairs, and results on a repository, a kind of change or a relation that was left out. */
export function describeSuccessionFit(cases: FitCases): readonly Table[] {
  const all = observe(cases);
  const files = all.filter(({ isInFile }) => isInFile);
  const unread = fitModel(all.filter(({ repo }) => wasRead(repo)));
  const modelsOf = Map.groupBy(all, ({ repo }) => repo);
  const models = new Map(
    [...modelsOf.keys()].map((repo) => [repo, fitModel(all.filter((one) => one.repo !== repo))]),
  );
  const leftOut = (one: Observation): Model => models.get(one.repo) as Model;
  const score = (some: readonly Observation[], featuresOf: (one: Observation) => readonly number[]) =>
    some.map((one) => ({ one, score: leftOut(one)(one, featuresOf(one)) }));
  const kinds = [...new Set(files.map(({ kind }) => kind))];
  return [
    weightTable(all),
    fileTable([
      ['a repository', score(files, ({ features }) => features)],
      ['… and marks of layout are missing', score(files, ({ plain }) => plain)],
      ['… and the other words of the file', score(files, ({ features }) => withoutFile(features))],
      [
        '13 repositories, fitted on 8',
        files.filter(({ repo }) => !wasRead(repo)).map((one) => ({ one, score: unread(one) })),
      ],
      ...kinds.map((kind) => [`a repository and \`${kind}\``, scoreKind(kind, all)] as const),
    ]),
    wordsTable(
      score(
        all.filter(({ isInFile }) => !isInFile),
        ({ features }) => features,
      ),
    ),
  ];
}

function observe({ rewritten, pairs, held }: FitCases): readonly Observation[] {
  const observePair = (pair: RulePair, rewrite?: Rewrite): Observation => ({
    ...{ repo: pair.repo, kind: pair.subtype ?? pair.relation, isInFile: rewrite !== undefined },
    supersedes: pair.relation === 'supersedes',
    ...compare(pair.old, pair.new, rewrite),
  });
  return [
    ...rewritten.map(({ pair, rewrite }) => observePair(pair, rewrite)),
    ...pairs.map((pair) => observePair(pair)),
    ...held.map(({ older, newer }) => ({
      ...{ repo: older.repo, kind: 'held', isInFile: false, supersedes: false },
      ...compare(older.rule, newer.rule),
    })),
  ];
}

function compare(older: string, newer: string, rewrite?: Rewrite) {
  const change = compareStatements(newer, older);
  const bare = compareStatements(withoutMarks(newer), withoutMarks(older));
  return {
    isAsked: mayDiffer(change),
    features: successionFeatures(change, rewrite),
    plain: successionFeatures(bare, rewrite),
  };
}

function withoutMarks(text: string): string {
  return text.replaceAll(marks, ' ').replaceAll(/\s+/g, ' ').trim();
}

function withoutFile(features: readonly number[]): readonly number[] {
  return features.map((value, at) => (fileFeatures.includes(at) ? 0 : value));
}

/** Decided by the name alone, before anything was read. */
function wasRead(repository: string): boolean {
  return (createHash('sha256').update(repository).digest().at(-1) ?? 0) % 2 === 0;
}

/** Whether an asked pair is learned: not one outside of a file that refines or restates a rule, since either may be shown. */
function isLearnt({ isAsked, isInFile, kind }: Observation): boolean {
  return isAsked && (isInFile || (kind !== 'refines' && kind !== 'equivalent'));
}

function fitWeights(observations: readonly Observation[]): readonly number[] {
  const learnt = observations.filter(isLearnt);
  return fitLogistic(
    learnt.map(({ features }) => features),
    learnt.map(({ supersedes }) => supersedes),
    penalty,
  );
}

function fitModel(observations: readonly Observation[]): Model {
  const weights = fitWeights(observations);
  return (one, features = one.features) => (one.isAsked ? predictLogistic(weights, features) : 0);
}

/** Pairs of one kind beside those of the other label, each judged without its repository and without the kind. */
function scoreKind(kind: string, all: readonly Observation[]): readonly Scored[] {
  const isOfLabel = all.find((one) => one.kind === kind)?.supersedes;
  const judged = all.filter((one) => one.isInFile && (one.kind === kind || one.supersedes !== isOfLabel));
  return [...Map.groupBy(judged, ({ repo }) => repo)].flatMap(([repo, own]) => {
    const model = fitModel(all.filter((one) => one.repo !== repo && one.kind !== kind));
    return own.map((one) => ({ one, score: model(one) }));
  });
}

function weightTable(all: readonly Observation[]): Table {
  const shipped: readonly number[] = Object.values(successionWeights);
  const fitted = fitWeights(all);
  return {
    title: `Weights, fitted on ${all.filter(isLearnt).length} pairs`,
    columns: ['weight', 'fitted', 'shipped'],
    rows: Object.keys(successionWeights).map((name, at) => [
      name,
      (fitted[at] ?? 0).toFixed(2),
      (shipped[at] ?? 0).toFixed(2),
    ]),
  };
}

function fileTable(rows: readonly (readonly [leftOut: string, scored: readonly Scored[]])[]): Table {
  return {
    title: 'Rules that gave way in a version of their file, judged by models that did not see …',
    columns: ['left out', 'threshold', 'precision', 'recall', 'others taken for successors'],
    rows: rows.flatMap(([leftOut, scored]) =>
      thresholds.map((least) => {
        const acted = scored.filter(({ score }) => score >= least);
        const right = acted.filter(({ one }) => one.supersedes).length;
        const all = scored.filter(({ one }) => one.supersedes).length;
        return [
          leftOut,
          least,
          describeRate(right, acted.length),
          describeRate(right, all),
          describeRate(acted.length - right, scored.length - all),
        ];
      }),
    ),
  };
}

function wordsTable(scored: readonly Scored[]): Table {
  const kindsOf = {
    replaced: (one: Observation) => one.supersedes,
    coexists: ({ kind }: Observation) => kind === 'coexists',
    restated: ({ kind }: Observation) => kind === 'refines' || kind === 'equivalent',
    'hold together': ({ kind }: Observation) => kind === 'held',
  };
  return {
    title: 'The same by their words alone, on repositories left out: pairs above a threshold',
    columns: ['threshold', ...Object.keys(kindsOf)],
    rows: wordThresholds.map((least) => [
      least,
      ...Object.values(kindsOf).map((isOf) => {
        const own = scored.filter(({ one }) => isOf(one));
        return describeRate(own.filter(({ score }) => score >= least).length, own.length);
      }),
    ]),
  };
}
