import { writeFileSync } from 'node:fs';
import { judgeSuccession, type Succession } from '../../src/lessons/judge-succession.ts';
import { halfOf } from '../lookalikes/repository-half.ts';
import { type RulePair, readRuleLines, readRulePairs } from '../recall/rule-cases.ts';
import { findTexts, rememberText } from '../recall/rule-memory.ts';
import { describeRate } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import { type Figure, notRun, type Suite } from '../suite.ts';
import { countHidden, type HiddenRules } from './hidden-rules.ts';

const relations = ['supersedes', 'refines', 'equivalent', 'coexists'] as const;
const kinds = ['supersedes', 'may_supersede', 'none'] as const;

interface JudgedPair {
  readonly pair: RulePair;
  readonly succession: Succession;
}

/** Is a rule that takes the place of another known for one, and no other? */
export const successionSuite: Suite = {
  description: 'rules and what came after them: does the newer take the place of the older?',
  options: ['data', 'limit', 'repositories', 'misses'],
  async run({ data, limit, half, missesFile }) {
    const pairs = readRulePairs(data)
      .filter(
        ({ repo, relation }) => relation !== 'unrelated' && (half === undefined || halfOf(repo) === half),
      )
      .slice(0, limit);
    const judged = judgePairs(pairs);
    if (missesFile !== undefined) writeFileSync(missesFile, listMisses(judged));
    const rules = readRuleLines(data).filter(({ repo }) => half === undefined || halfOf(repo) === half);
    const together = countHidden(rules, limit);
    return {
      cases: judged.length + together.asked,
      figures: { ...figuresOf(judged), true_rules_hidden: together.hidden / Math.max(1, together.shown) },
      tables: [relationTable(judged), hiddenTable(together)],
    };
  },
};

/** Rarity is that among all old and new rules of the repository's pairs. */
function judgePairs(pairs: readonly RulePair[]): readonly JudgedPair[] {
  return [...Map.groupBy(pairs, ({ repo }) => repo).values()].flatMap((own) => {
    const texts = [...new Set(own.flatMap((pair) => [pair.old, pair.new]))].map(rememberText);
    return own.map((pair) => {
      const { rarityOf } = findTexts(`${pair.new}\n${pair.old}`, texts);
      const isLater = pair.old_first_seen < pair.changed_at;
      return { pair, succession: judgeSuccession({ newer: pair.new, older: pair.old, rarityOf, isLater }) };
    });
  });
}

const isSuperseding = ({ pair }: JudgedPair): boolean => pair.relation === 'supersedes';

function figuresOf(judged: readonly JudgedPair[]): Readonly<Record<string, Figure>> {
  const acted = judged.filter(({ succession }) => succession.kind === 'supersedes');
  const share = (some: readonly JudgedPair[], all: readonly JudgedPair[]): Figure =>
    all.length === 0 ? notRun : some.length / all.length;
  const superseding = judged.filter(isSuperseding);
  const coexisting = judged.filter(({ pair }) => pair.relation === 'coexists');
  return {
    acted: acted.length,
    precision: share(acted.filter(isSuperseding), acted),
    recall: share(acted.filter(isSuperseding), superseding),
    recall_with_review: share(
      superseding.filter(({ succession }) => succession.kind !== 'none'),
      superseding,
    ),
    coexisting_superseded: share(
      acted.filter(({ pair }) => pair.relation === 'coexists'),
      coexisting,
    ),
  };
}

function relationTable(judged: readonly JudgedPair[]): Table {
  return {
    title: 'What becomes of pairs of rules',
    columns: ['relation', ...kinds],
    rows: relations.map((relation) => {
      const own = judged.filter(({ pair }) => pair.relation === relation);
      return [
        relation,
        ...kinds.map((kind) =>
          describeRate(own.filter(({ succession }) => succession.kind === kind).length, own.length),
        ),
      ];
    }),
  };
}

function hiddenTable({ asked, shown, hidden, among }: HiddenRules): Table {
  return {
    title: 'Rules that hold at the same time, asked for each by another one',
    columns: ['what', 'count'],
    rows: [
      ['asked', asked],
      ['kept out of an answer of five by a later one', describeRate(hidden, shown)],
      ['… also without knowing which were said together', describeRate(among, shown)],
    ],
  };
}

function listMisses(judged: readonly JudgedPair[]): string {
  const wrong = judged.filter((one) => (one.succession.kind === 'supersedes') !== isSuperseding(one));
  return wrong
    .map(({ pair, succession }) =>
      [
        pair.relation,
        succession.kind,
        succession.confidence.toFixed(2),
        pair.old.slice(0, 200),
        pair.new.slice(0, 200),
      ].join('\t'),
    )
    .map((line) => `${line.replaceAll('\n', ' ')}\n`)
    .join('');
}
