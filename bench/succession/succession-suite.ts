import { judgeSuccession, type Succession } from '../../src/lessons/judge-succession.ts';
import { halfOf } from '../lookalikes/repository-half.ts';
import { type RulePair, readRuleLines, readRulePairs } from '../recall/rule-cases.ts';
import { findTexts, rememberText } from '../recall/rule-memory.ts';
import { rateOf, shareOf } from '../reporting/rates.ts';
import { describeRate, rate } from '../reporting/statistics.ts';
import { type Table, tableOf } from '../reporting/table.ts';
import type { Figure, Suite } from '../suite.ts';
import { countHidden } from './hidden-rules.ts';

const relations = ['supersedes', 'refines', 'equivalent', 'coexists'] as const;
const kinds = ['supersedes', 'may_supersede', 'none'] as const;

interface JudgedPair {
  readonly pair: RulePair;
  readonly succession: Succession;
}

/** Is a rule that takes the place of another known for one, and no other? */
export const successionSuite: Suite = {
  description: 'rules and what came after them: does the newer take the place of the older?',
  options: ['data', 'limit', 'repositories'],
  async run({ data, limit, half }) {
    const pairs = readRulePairs(data)
      .filter(
        ({ repo, relation }) => relation !== 'unrelated' && (half === undefined || halfOf(repo) === half),
      )
      .slice(0, limit);
    const judged = judgePairs(pairs);
    const rules = readRuleLines(data).filter(({ repo }) => half === undefined || halfOf(repo) === half);
    const together = countHidden(rules, limit);
    return {
      cases: judged.length + together.asked,
      figures: { ...figuresOf(judged), true_rules_hidden: together.hidden / Math.max(1, together.shown) },
      tables: [
        relationTable(judged),
        {
          title: 'Rules that hold at the same time, asked for each by another one',
          columns: ['asked', 'kept out of an answer of five by a later one'],
          rows: [[together.asked, describeRate(together.hidden, together.shown)]],
        },
      ],
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

function figuresOf(judged: readonly JudgedPair[]): Readonly<Record<string, Figure>> {
  const isActed = ({ succession }: JudgedPair) => succession.kind === 'supersedes';
  const acted = judged.filter(isActed);
  const of = (relation: string) => judged.filter(({ pair }) => pair.relation === relation);
  return {
    acted: acted.length,
    precision: shareOf(rateOf(acted, ({ pair }) => pair.relation === 'supersedes')),
    recall: shareOf(rateOf(of('supersedes'), isActed)),
    recall_with_review: shareOf(rateOf(of('supersedes'), ({ succession }) => succession.kind !== 'none')),
    coexisting_superseded: shareOf(rateOf(of('coexists'), isActed)),
  };
}

function relationTable(judged: readonly JudgedPair[]): Table {
  const own = (relation: string) => judged.filter(({ pair }) => pair.relation === relation);
  return tableOf('What becomes of pairs of rules', relations, {
    relation: (relation) => relation,
    ...Object.fromEntries(
      kinds.map((kind) => [
        kind,
        (relation: string) => rate(own(relation), ({ succession }) => succession.kind === kind),
      ]),
    ),
  });
}
