import { join } from 'node:path';
import { fuseRankings } from '../../src/numeric/rankings.ts';
import { nearestVectors } from '../../src/retrieval/near-vectors.ts';
import { familyCases } from '../recall/answer-families.ts';
import { type DecisionCase, ruleDecisions } from '../recall/decision-cases.ts';
import { askBySource, type DecisionMemory } from '../recall/decision-memory.ts';
import { findTexts } from '../recall/rule-memory.ts';
import { writtenDecisions } from '../recall/written-decisions.ts';
import { describeRate } from '../reporting/statistics.ts';
import type { SuiteReport } from '../suite.ts';
import { sentenceEncoder } from './sentence-encoder.ts';

export const retrievals = ['words', 'dense', 'hybrid'] as const;

/** Memories asked for by words, by vectors and by both; there, and with the answer taken out. */
export async function measureItems(
  data: string,
  home: string,
  limit: number,
  seed: number,
): Promise<SuiteReport> {
  const asked = (cases: Iterable<DecisionCase>, style: string) =>
    [...cases]
      .slice(0, limit)
      .map((one) => ({ ...one, questions: one.questions.filter((question) => question.style === style) }));
  const rules = [...ruleDecisions(data, () => true, seed)];
  const families = {
    'own words': asked(writtenDecisions(), 'own words'),
    'rule, whole': asked(rules, 'whole'),
    'rule, asked': asked(rules, 'asked'),
  };
  const rows: (string | number)[][] = [];
  const figures: Record<string, number> = {};
  let count = 0;
  for (const [family, cases] of Object.entries(families)) {
    const found = await askBySource(cases, join(home, family.replaceAll(/\W+/g, '-')), askAll, patient);
    for (const retrieval of retrievals) {
      const own = found.filter((one) => one.retrieval === retrieval);
      const rate = (is: (one: Asked) => boolean) => describeRate(own.filter(is).length, own.length);
      count += own.length;
      figures[`${family.replaceAll(/\W+/g, '_')}_shown_${retrieval}`] =
        own.filter(({ isShown }) => isShown).length / Math.max(1, own.length);
      rows.push([
        ...[family, retrieval, rate(({ isFirst }) => isFirst), rate(({ isShown }) => isShown)],
        ...[rate(({ absent }) => absent === 'likely'), rate(({ absent }) => absent !== 'nothing')],
      ]);
    }
  }
  const columns = ['questions', 'retrieval', 'first', 'shown', 'taken out: likely', 'taken out: anything'];
  return { cases: count, figures, tables: [{ title: 'Memories by words and by vectors', columns, rows }] };
}

interface Asked {
  readonly retrieval: (typeof retrievals)[number];
  readonly isFirst: boolean;
  readonly isShown: boolean;
  /** The result with the answer taken out. */
  readonly absent: string;
}

/** Settings that wait for a slow encoder on this machine. */
const patient = { embedder: sentenceEncoder, settings: { 'judging.timeoutMs': 120_000 } };

async function askAll(held: DecisionMemory, cases: readonly DecisionCase[]): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  for (const { texts, answer, questions } of cases) {
    for (const { text: query } of questions) {
      const recallBy = (retrieval: Asked['retrieval']) => held.memory.recall({ query, retrieval });
      await held.holdOnly(texts);
      const present = [];
      for (const retrieval of retrievals) present.push(await recallBy(retrieval));
      await held.remove(answer);
      for (const [at, retrieval] of retrievals.entries()) {
        const shown = present[at]?.memories.map(({ item }) => item.content) ?? [];
        const { level = 'nothing' } = await recallBy(retrieval);
        asked.push({
          ...{ retrieval, absent: level },
          isFirst: shown[0] === answer,
          isShown: shown.some((content) => content === answer),
        });
      }
    }
  }
  return asked;
}

/** The body of a commit asked for by its subject: right first, and among five. */
export async function measureCommits(data: string, limit: number, seed: number): Promise<SuiteReport> {
  const orderByVectors = vectorOrder();
  const counts = new Map(retrievals.map((retrieval) => [retrieval, { first: 0, five: 0 }]));
  let cases = 0;
  for (const { family, kind, question, texts, answers } of familyCases(data, seed)) {
    if (family !== 'subject for its body' || kind !== 'present' || cases >= limit) continue;
    cases += 1;
    const byWords = findTexts(question, texts).candidates.map(({ item }): string => item.content);
    const contents = texts.map(({ item }): string => item.content);
    const byVectors = await orderByVectors(question, contents);
    const right = new Set<string>([...answers].map(({ item }) => item.content));
    for (const [retrieval, count] of counts) {
      const order = orderBy(retrieval, byWords, byVectors);
      if (right.has(order[0] ?? '')) count.first += 1;
      if (order.slice(0, 5).some((text) => right.has(text))) count.five += 1;
    }
  }
  return {
    cases,
    figures: Object.fromEntries(
      [...counts].map(([name, { first }]) => [`commits_first_${name}`, first / Math.max(1, cases)]),
    ),
    tables: [
      {
        title: 'Commits by the words and the vectors of their body, asked by their subject',
        columns: ['retrieval', 'first', 'among five'],
        rows: [...counts].map(([name, { first, five }]) => [
          name,
          describeRate(first, cases),
          describeRate(five, cases),
        ]),
      },
    ],
  };
}

function unit(vector: Float32Array): Float32Array {
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / (norm || 1));
}

/** Orders texts by the distance of their vectors to that of a question; each text is encoded once. */
export function vectorOrder() {
  const vectors = new Map<string, Float32Array>();
  const vectorsOf = async (texts: readonly string[]): Promise<readonly Float32Array[]> => {
    const unknown = [...new Set(texts)].filter((text) => !vectors.has(text));
    for (let at = 0; at < unknown.length; at += 64) {
      const batch = unknown.slice(at, at + 64);
      const came = await sentenceEncoder.embed(
        batch.map((text) => text.slice(0, 600)),
        new AbortController().signal,
      );
      for (const [nth, text] of batch.entries()) vectors.set(text, unit(came[nth] as Float32Array));
    }
    return texts.map((text) => vectors.get(text) as Float32Array);
  };
  return async (question: string, texts: readonly string[]): Promise<readonly string[]> => {
    const [asked] = await vectorsOf([question]);
    return nearestVectors(asked as Float32Array, await vectorsOf(texts)).map(({ at }) => texts[at] as string);
  };
}

/** Two orders of the same things as one: that of words, that of vectors, or both by their ranks. */
export function orderBy(
  retrieval: (typeof retrievals)[number],
  byWords: readonly string[],
  byVectors: readonly string[],
): readonly string[] {
  if (retrieval !== 'hybrid') return retrieval === 'dense' ? byVectors : byWords;
  const fused = fuseRankings([{ candidates: byWords }, { candidates: byVectors }]);
  return [...fused].toSorted(([, a], [, b]) => b - a).map(([text]) => text);
}
