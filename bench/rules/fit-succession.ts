import {
  describeRewrite,
  leastSure,
  mayDiffer,
  type Rewrite,
  successionFeatures,
  successionWeights,
  type WordedRule,
  wordRule,
} from '../../src/lessons/judge-succession.ts';
import { predictLogistic } from '../../src/numeric/probabilities.ts';
import { compareStatements } from '../../src/text/statements/compare-statements.ts';
import { halfOf } from '../lookalikes/repository-half.ts';
import type { RuleLine, RulePair } from '../recall/rule-cases.ts';
import { fitAll, fitLeftOut } from '../reporting/fit-logistic.ts';
import { rate } from '../reporting/statistics.ts';
import { type Table, tableOf } from '../reporting/table.ts';
import { heldPairs } from '../succession/hidden-rules.ts';
import { stepsOf, type TimelineRule, versionAfter } from './rule-timeline.ts';

/** A pair of statements, known with its file or by its words alone. */
interface Observation {
  readonly repo: string;
  /** Its relation; of a rule that was replaced, the kind of change. */
  readonly kind: string;
  readonly isInFile: boolean;
  /** The newer took the place of the older. */
  readonly isKept: boolean;
  readonly features: readonly number[];
  /** Features of the same texts without marks of layout and code. */
  readonly plain: readonly number[];
  /** They say different things of one subject, so that the model is asked. */
  readonly isAsked: boolean;
}

/** A pair with what a model that did not see its group says of it, 0–1. */
interface Scored {
  readonly one: Observation;
  readonly score: number;
}

const marks = /[`*|"]/g;
/** Least scores of words alone, from which on a person is asked. */
const wordThresholds = [0.15, 0.2, 0.25, 0.3, 0.4];
const names = Object.keys(successionWeights) as readonly (keyof typeof successionWeights)[];
/** Place of the feature that needs the other words of the file. */
const exchangedAt = names.indexOf('exchanged');

/** Weights fitted on all pairs, and results on a repository and a kind of change that were left out. */
export function fitSuccession(
  pairs: readonly RulePair[],
  timeline: readonly TimelineRule[],
  lines: readonly RuleLine[],
): readonly Table[] {
  const all = [
    ...rewrittenPairs(pairs, timeline),
    ...pairs.map((pair) => observePair(pair)),
    ...heldPairs(lines).map(({ older, newer }) =>
      observe({ repo: older.repo, kind: 'held', isKept: false }, older.rule, newer.rule),
    ),
  ];
  const learnt = all.filter(isLearnt);
  const files = all.filter(({ isInFile }) => isInFile);
  const fitted = fitAll(learnt);
  const repositoryOf = ({ repo }: Observation) => repo;
  const byRepository = fitLeftOut(learnt, repositoryOf);
  const byHalf = fitLeftOut(learnt, ({ repo }) => halfOf(repo));
  const judge = (
    some: readonly Observation[],
    featuresOf: (one: Observation) => readonly number[],
    weightsOf: (one: Observation) => readonly number[] = ({ repo }) => byRepository(repo),
  ) =>
    some.map((one) => ({ one, score: one.isAsked ? predictLogistic(weightsOf(one), featuresOf(one)) : 0 }));
  const features = (one: Observation) => one.features;
  const withoutFile = (one: Observation) => one.features.map((value, at) => (at === exchangedAt ? 0 : value));
  const kinds = [...new Set(files.map(({ kind }) => kind))].map((kind) => {
    const isOfLabel = files.find((one) => one.kind === kind)?.isKept;
    const weightsOf = fitLeftOut(
      learnt.filter((one) => one.kind !== kind),
      repositoryOf,
    );
    const judged = files.filter((one) => one.kind === kind || one.isKept !== isOfLabel);
    return {
      name: `a repository and \`${kind}\``,
      scored: judge(judged, features, ({ repo }) => weightsOf(repo)),
    };
  });
  const judgedInFiles = [
    { name: 'a repository', scored: judge(files, features) },
    { name: '… and marks of layout are missing', scored: judge(files, ({ plain }) => plain) },
    { name: '… and the other words of the file', scored: judge(files, withoutFile) },
    { name: 'half of the repositories', scored: judge(files, features, ({ repo }) => byHalf(halfOf(repo))) },
    ...kinds,
  ];
  const byWords = judge(
    all.filter(({ isInFile }) => !isInFile),
    features,
  );
  const reaching = (least: number, isOf: (one: Observation) => boolean) =>
    rate(
      byWords.filter(({ one }) => isOf(one)),
      ({ score }) => score >= least,
    );
  return [
    tableOf(`Weights, fitted on ${learnt.length} pairs`, names.entries(), {
      weight: ([, name]) => name,
      fitted: ([at]) => (fitted[at] ?? 0).toFixed(2),
      shipped: ([, name]) => successionWeights[name],
    }),
    tableOf(
      `Rules that gave way in a version of their file, at ${leastSure}, by models that did not see …`,
      judgedInFiles,
      {
        'left out': ({ name }) => name,
        precision: ({ scored }) => rate(scored.filter(acts), ({ one }) => one.isKept),
        recall: ({ scored }) =>
          rate(
            scored.filter(({ one }) => one.isKept),
            acts,
          ),
        'others taken for successors': ({ scored }) =>
          rate(
            scored.filter(({ one }) => !one.isKept),
            acts,
          ),
      },
    ),
    tableOf('The same by their words alone: pairs above a threshold', wordThresholds, {
      threshold: (least) => least,
      replaced: (least) => reaching(least, ({ isKept }) => isKept),
      coexists: (least) => reaching(least, ({ kind }) => kind === 'coexists'),
      restated: (least) => reaching(least, isRestated),
      'hold together': (least) => reaching(least, ({ kind }) => kind === 'held'),
    }),
  ];
}

function acts({ score }: Scored): boolean {
  return score >= leastSure;
}

function isRestated({ kind }: Observation): boolean {
  return kind === 'refines' || kind === 'equivalent';
}

/** Whether a pair is learned: not one outside of a file that refines or restates a rule, since either may be shown. */
function isLearnt(one: Observation): boolean {
  return one.isAsked && (one.isInFile || !isRestated(one));
}

function observePair(pair: RulePair, rewrite?: Rewrite): Observation {
  const isKept = pair.relation === 'supersedes';
  const known = { repo: pair.repo, kind: pair.subtype ?? pair.relation, isKept };
  return observe(known, pair.old, pair.new, rewrite);
}

function observe(
  known: Pick<Observation, 'repo' | 'kind' | 'isKept'>,
  older: string,
  newer: string,
  rewrite?: Rewrite,
): Observation {
  const bare = (text: string) => text.replaceAll(marks, ' ').replaceAll(/\s+/g, ' ').trim();
  const change = compareStatements(newer, older);
  return {
    ...known,
    isInFile: rewrite !== undefined,
    isAsked: mayDiffer(change),
    features: successionFeatures(change, rewrite),
    plain: successionFeatures(compareStatements(bare(newer), bare(older)), rewrite),
  };
}

/** Labelled pairs of which the later came for the older in one version of their file. */
function rewrittenPairs(
  pairs: readonly RulePair[],
  timeline: readonly TimelineRule[],
): readonly Observation[] {
  return [...Map.groupBy(timeline, ({ repo }) => repo)].flatMap(([repo, rules]) => {
    const files = new Map<string, readonly TimelineRule[]>();
    const own = pairs.filter((pair) => pair.repo === repo);
    return stepsOf(rules).flatMap((step) =>
      [...new Set([...step.added, ...step.removed].map(({ file }) => file))].flatMap((file) => {
        const before = files.get(file) ?? [];
        const after = versionAfter(before, file, step);
        files.set(file, after);
        const asked = own.filter((pair) => pair.commit === step.commit && pair.file === file);
        if (asked.length === 0) return [];
        const rewrite = describeRewrite(before.map(lineOf), after.map(lineOf));
        const has = (all: readonly WordedRule[], wanted: string) => all.some(({ text }) => text === wanted);
        return asked
          .filter((pair) => has(rewrite.gone, pair.old) && has(rewrite.came, pair.new))
          .map((pair) => observePair(pair, rewrite));
      }),
    );
  });
}

function lineOf({ rule, section }: TimelineRule): WordedRule {
  return wordRule({ text: rule, section });
}
