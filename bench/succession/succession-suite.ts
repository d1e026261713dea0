import { writeFileSync } from 'node:fs';
import { judgeSuccession, type Succession } from '../../src/lessons/judge-succession.ts';
import { halfOf } from '../lookalikes/repository-half.ts';
import { type RulePair, readRuleLines, readRulePairs } from '../recall/rule-cases.ts';
import { findTexts, rememberText } from '../recall/rule-memory.ts';
import { describeRate } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import { type Figure, notRun, type Suite } from '../suite.ts';
import { countHidden, type HiddenRules } from './hidden-rules.ts';
import {
  freshStatements,
  lateStatements,
  type NumberedStatement,
  numberedStatements,
  unseenStatements,
} from './numbered-statements.ts';
import { pairsThatHold, pairsThatReplace, type WrittenPair } from './written-pairs.ts';

const relations = ['supersedes', 'refines', 'equivalent', 'coexists'] as const;
/** Of a word among memories that are unlike each other. */
const usualRarity = 0.5;
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
      tables: [relationTable(judged), hiddenTable(together), numberTable(), writtenTable()],
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
      ['… also if nobody knew which were said together', describeRate(among, shown)],
    ],
  };
}

/** Whether both are shown, where a number names what is spoken of; and whether a person is asked, where it is what is said. */
function numberTable(): Table {
  const rightOf = (some: readonly NumberedStatement[], isLater: boolean): string => {
    const right = some.filter((one) => isAsked(one, isLater) === (one.numberIs === 'value'));
    return describeRate(right.length, some.length);
  };
  const all = {
    'looked at': numberedStatements,
    unseen: unseenStatements,
    fresh: freshStatements,
    late: lateStatements,
  };
  return {
    title: 'Statements that differ in a number alone, told apart rightly',
    columns: ['statements', 'a number is', 'said at once', 'on another occasion'],
    rows: Object.entries(all).flatMap(([which, statements]) =>
      (['name', 'value'] as const).map((kind) => {
        const own = statements.filter(({ numberIs }) => numberIs === kind);
        return [which, kind, rightOf(own, false), rightOf(own, true)];
      }),
    ),
  };
}

function isAsked({ text, values }: NumberedStatement, isLater: boolean): boolean {
  return isInDoubt(values.map((value) => text.replace('{}', value)) as [string, string], isLater);
}

function isInDoubt([older, newer]: WrittenPair, isLater: boolean): boolean {
  return judgeSuccession({ older, newer, isLater, rarityOf: () => usualRarity }).kind !== 'none';
}

function writtenTable(): Table {
  const rowOf = (name: string, pairs: readonly WrittenPair[], replaces: boolean) => [
    name,
    ...[false, true].map((isLater) => {
      const right = pairs.filter((pair) => isInDoubt(pair, isLater) === replaces);
      return describeRate(right.length, pairs.length);
    }),
  ];
  return {
    title: 'Pairs written before the rules were read, told apart rightly',
    columns: ['pairs', 'said at once', 'on another occasion'],
    rows: [rowOf('both hold', pairsThatHold, false), rowOf('the newer replaces', pairsThatReplace, true)],
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
