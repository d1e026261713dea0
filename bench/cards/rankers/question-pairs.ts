import { leastRelevance } from '../../../src/retrieval/rank-items.ts';
import { estimateTokens } from '../../../src/text/estimate-tokens.ts';
import { ruleDecisions } from '../../recall/decision-cases.ts';
import { findTexts, rememberText } from '../../recall/rule-memory.ts';
import { type JudgedUnit, readEvidence } from '../proxy/evidence.ts';
import type { RankedPair } from './fit-pairwise.ts';
import type { RealPairs } from './real-pairs.ts';
import { unitFeatures } from './unit-features.ts';

const questionSeed = 1;

/** Pairs of rules of one repository that a question finds: the asked one, and another. */
export function readQuestionPairs(data: string): readonly RealPairs[] {
  const cases = [...ruleDecisions(data, () => true, questionSeed)];
  return [...Map.groupBy(cases, ({ source }) => source)].map(([repository, own]) => {
    const asked = own.flatMap(({ questions, texts, answer }) =>
      questions.map(({ text }) => pairsOf(text, texts, answer)),
    );
    return {
      repository,
      asked: asked.filter((pairs) => pairs.length > 0).length,
      pairs: asked.flat(),
    };
  });
}

function pairsOf(question: string, texts: readonly string[], answer: string): readonly RankedPair[] {
  const found = findTexts(question, texts.map(rememberText));
  const candidates = found.candidates.filter(({ relevance }) => relevance >= leastRelevance);
  const best = Math.max(...candidates.map(({ score }) => score), Number.MIN_VALUE);
  const evidence = readEvidence(
    candidates.map(
      ({ item, score }): JudgedUnit => ({
        ...{ id: item.id, kind: 'rule', text: `${item.title}\n${item.content}`, places: [], names: [] },
        ...{ tokens: estimateTokens(item.content), confidence: 1, isStale: false, retrieval: score / best },
        ...{ helped: 0, failed: 0, conflicts: 0 },
      }),
    ),
    { text: question, plannedActions: [] },
  );
  const rows = evidence.map(unitFeatures);
  const right = candidates.findIndex(({ item }) => item.content === answer);
  const better = rows[right];
  if (better === undefined) return [];
  return rows.filter((_, at) => at !== right).map((worse) => ({ better, worse }));
}
