import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { compilePerhaps, mostPerhaps } from '../../src/cards/short-cards.ts';
import { renderPerhaps } from '../../src/packing/render-pack.ts';
import { compareMemories } from '../../src/retrieval/answer-evidence.ts';
import { rerankOptions } from '../../src/retrieval/options.ts';
import { describeRate, mean, sum } from '../reporting/statistics.ts';
import { type Table, tableOf } from '../reporting/table.ts';
import { type Figure, notRun, type SuiteReport } from '../suite.ts';
import { familyCases, groupOfFamily } from './answer-families.ts';
import {
  type ComparedQuestion,
  type FamilyResult,
  fitWeights,
  fitWithoutEach,
  type Levels,
  measureFamily,
  shippedWeights,
} from './answer-fit.ts';
import type { AnswerKind } from './rule-cases.ts';
import { findTexts, rememberText } from './rule-memory.ts';

const rules = ['rule whole', 'rule short', 'rule asked'];

/**
 * Is the answer shown where there is one, and only then? Judged by weights fitted without the family; `isFitted` prints the weights of
 * all families.
 */
export function measureFamilies(data: string, seed: number, limit: number, isFitted: boolean): SuiteReport {
  const questions = compareAll(data, seed, limit);
  const families = Object.keys(groupOfFamily).filter((family) =>
    questions.some((one) => one.family === family),
  );
  const without = fitWithoutEach(questions);
  const leftOut = families.map((family) => measureFamily(family, questions, without(family)));
  return {
    cases: questions.length,
    figures: { ...figuresOf(leftOut), perhaps_tokens_max: longestLines(questions) },
    tables: [
      familyTable('Each family by weights that were fitted without it', leftOut),
      ...(isFitted ? [weightTable(questions)] : []),
    ],
  };
}

function weightTable(questions: readonly ComparedQuestion[]): Table {
  const rows = Object.entries({ fitted: fitWeights(questions), shipped: shippedWeights });
  return {
    title: `Weights fitted on ${questions.length} questions`,
    columns: ['', 'every memory', 'letters', 'surprise'],
    rows: rows.map(([name, weights]) => [name, ...weights.map((weight) => weight.toFixed(2))]),
  };
}

function compareAll(data: string, seed: number, limit: number): readonly ComparedQuestion[] {
  const compared: ComparedQuestion[] = [];
  for (const { family, kind, question, texts, answers } of familyCases(data, seed)) {
    if (compared.length >= limit) break;
    const { candidates, statistics } = findTexts(question, texts);
    const near = candidates.slice(0, rerankOptions.maxCandidates.default);
    const ids = new Set([...answers].map(({ item }) => item.id));
    const items = near.map(({ item }) => item);
    const evidence = compareMemories(question, items, statistics);
    compared.push({
      ...{ family, kind, question },
      memories: near.flatMap(({ item, score }, at) => {
        const own = evidence[at];
        if (own === undefined) return [];
        const share = score / (near[0]?.score ?? 1);
        return [{ text: item.content, isAnswer: ids.has(item.id), share, evidence: own }];
      }),
    });
  }
  return compared;
}

function figuresOf(results: readonly FamilyResult[]): Readonly<Record<string, Figure>> {
  const own = (names: readonly string[]) => results.filter(({ family }) => names.includes(family));
  const least = (names: readonly string[], of: (one: FamilyResult) => number): Figure =>
    own(names).length === 0 ? notRun : Math.min(...own(names).map((one) => of(one) / one.present));
  const likely = (kind: 'absent' | 'foreign') => {
    const all = results.map(({ levels }) => levels[kind]);
    return sum(all.map((levels) => levels.likely)) / Math.max(1, sum(all.map(countOf)));
  };
  return {
    rules_shown: least(rules, ({ shown }) => shown),
    rules_r_at_1: least(rules, ({ first }) => first),
    issue_shown: least(['issue text'], ({ shown }) => shown),
    own_words_shown: least(['own words'], ({ shown }) => shown),
    likely_absent: likely('absent'),
    likely_foreign: likely('foreign'),
    families_auc: mean(results.map(({ auc }) => auc)),
    families_ece: mean(results.map(({ ece }) => ece)),
  };
}

function familyTable(title: string, results: readonly FamilyResult[]): Table {
  const levels = (kind: AnswerKind) => (one: FamilyResult) => describeLevels(one.levels[kind]);
  return tableOf(`${title}; likely / perhaps / nothing`, results, {
    family: ({ family }) => family,
    first: ({ first, present }) => describeRate(first, present),
    shown: ({ shown, present }) => describeRate(shown, present),
    present: levels('present'),
    absent: levels('absent'),
    foreign: levels('foreign'),
    AUC: ({ auc }) => auc.toFixed(3),
    ECE: ({ ece }) => ece.toFixed(3),
  });
}

function describeLevels(levels: Levels): string {
  return countOf(levels) === 0 ? '–' : `${levels.likely} / ${levels.perhaps} / ${levels.nothing}`;
}

function countOf({ likely, perhaps, nothing }: Levels): number {
  return likely + perhaps + nothing;
}

/** Tokens of the longest three lines, counted by the encoding of the cards. */
function longestLines(questions: readonly ComparedQuestion[]): number {
  let most = 0;
  for (const { question, memories } of questions) {
    const told = memories.slice(0, mostPerhaps).map(({ text, evidence }) => ({
      item: rememberText(text).item,
      terms: evidence.terms,
      utility: 0,
    }));
    const lines = compilePerhaps(told, question).map((card) =>
      renderPerhaps({ ...card, itemId: spelledId(card.itemId) }),
    );
    most = Math.max(most, countTokens(['Perhaps:', ...lines].join('\n'), { disallowedSpecial: new Set() }));
  }
  return most;
}

/** Ids of these texts are short numbers; those of a memory are not. */
function spelledId(id: string): never {
  return id.replaceAll(/\D/g, '').padStart(8, 'a7c9e3f1') as never;
}
