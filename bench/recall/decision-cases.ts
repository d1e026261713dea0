import { seededRandom } from '../../src/numeric/seeded-random.ts';
import { type RulePair, readRuleLines, readRulePairs, rulesBefore } from './rule-cases.ts';
import { rememberText } from './rule-memory.ts';
import { type QuestionStyle, wordQuestion } from './word-question.ts';

/** A decision, what else is remembered beside it, and how it is asked for. */
export interface DecisionCase {
  /** Decisions of one memory, asked in order. */
  readonly source: string;
  readonly texts: readonly string[];
  readonly answer: string;
  readonly questions: readonly { readonly style: QuestionStyle | 'own words'; readonly text: string }[];
  /** Its successor, with questions for that. */
  readonly successor?: { readonly text: string; readonly questions: readonly string[] };
}

/** Replaced rules of real repositories at that time, asked in the words of the new rule, in some of them, and as questions. */
export function* ruleDecisions(
  data: string,
  wants: (repository: string) => boolean,
  seed: number,
): Iterable<DecisionCase> {
  const pairs = readRulePairs(data).filter(({ relation }) => ['supersedes', 'refines'].includes(relation));
  const lines = Map.groupBy(readRuleLines(data), ({ repo }) => repo);
  const random = seededRandom(seed);
  for (const pair of pairs.toSorted(byPlace).filter(({ repo }) => wants(repo))) {
    const texts = rulesBefore(pair, lines.get(pair.repo) ?? []);
    const asked = (text: string) => wordQuestion('asked', text, texts, random);
    const question = asked(pair.old);
    yield {
      source: pair.repo,
      texts: texts.map(({ item }) => item.content),
      answer: rememberText(pair.old).item.content,
      questions: [
        { style: 'whole', text: pair.new },
        { style: 'short', text: wordQuestion('short', pair.new, texts, random) },
        { style: 'asked', text: question },
      ],
      ...(pair.relation === 'supersedes'
        ? {
            successor: {
              text: rememberText(pair.new).item.content,
              questions: [question, pair.old, asked(pair.new)],
            },
          }
        : {}),
    };
  }
}

function byPlace(a: RulePair, b: RulePair): number {
  return a.repo.localeCompare(b.repo) || a.changed_at.localeCompare(b.changed_at);
}
