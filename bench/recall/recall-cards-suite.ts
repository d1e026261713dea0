import { longestHint, selectPassages } from '../../src/cards/select-passages.ts';
import { countTerms } from '../../src/text/terms.ts';
import { halfOf } from '../lookalikes/repository-half.ts';
import { percentile } from '../reporting/statistics.ts';
import { type Figure, notRun, type Suite } from '../suite.ts';
import { type LongMemoryCase, longMemoryCases } from './long-memories.ts';
import { findTexts, rememberText } from './rule-memory.ts';

/** A rule is conveyed when a card has this share of its terms. */
const conveyedShare = 0.8;

interface CardResult extends LongMemoryCase {
  /** Share of the sought rule's terms in a card of the beginning; below, in one of the chosen passages. */
  readonly beginning: number;
  readonly passages: number;
}

/** Does a card of a long memory show what the question is about? */
export const recallCardsSuite: Suite = {
  description: 'cards of long memories: do they show the passage that is asked about?',
  options: ['data', 'limit', 'repositories', 'seed'],
  async run({ data, limit, half, seed }) {
    const wants = (repository: string) => half === undefined || halfOf(repository) === half;
    const results = [...longMemoryCases(data, wants, seed)].slice(0, limit).map(show);
    const styles = [...new Set(results.map(({ style }) => style))];
    return {
      cases: results.length,
      figures: Object.assign({}, ...styles.map((style) => figuresOf(style, results))),
      tables: [
        {
          title: `Rules in memories of ${percentile(
            results.map(({ text }) => text.length),
            0.5,
          )} characters (median)`,
          columns: ['questions', 'cases', 'terms shown: beginning', 'terms shown: passages'],
          rows: styles.map((style) => {
            const own = results.filter((one) => one.style === style);
            const share = (kind: 'beginning' | 'passages') => mean(own.map((one) => one[kind])).toFixed(2);
            return [style, own.length, share('beginning'), share('passages')];
          }),
        },
      ],
    };
  },
};

function show(one: LongMemoryCase): CardResult {
  const { text, sought, question } = one;
  const { rarityOf } = findTexts(question, [rememberText(text), ...one.beside.map(rememberText)]);
  const weights = new Map([...countTerms(question).keys()].map((term) => [term, rarityOf(term) ?? 1]));
  const shownOf = (card: string): number => {
    const held = countTerms(card);
    const needed = [...countTerms(sought).keys()];
    return needed.filter((term) => held.has(term)).length / Math.max(1, needed.length);
  };
  return {
    ...one,
    beginning: shownOf(text.slice(0, longestHint)),
    passages: shownOf(selectPassages(text, '', { weights })),
  };
}

function figuresOf(style: string, results: readonly CardResult[]): Readonly<Record<string, Figure>> {
  const own = results.filter((one) => one.style === style);
  const share = (kind: 'beginning' | 'passages'): Figure =>
    own.length === 0 ? notRun : own.filter((one) => one[kind] >= conveyedShare).length / own.length;
  return {
    [`${style}_conveyed_by_beginning`]: share('beginning'),
    [`${style}_conveyed_by_passages`]: share('passages'),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
