import { writeFileSync } from 'node:fs';
import type { AnswerEvidence, MemoryItem } from '../../src/index.ts';
import { compareMemories, noEvidence } from '../../src/retrieval/answer-evidence.ts';
import { estimateAnswer, leastConfidence } from '../../src/retrieval/estimate-answer.ts';
import { retrievalOptions } from '../../src/retrieval/options.ts';
import { halfOf } from '../lookalikes/repository-half.ts';
import { describeRate } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import { type Figure, notRun, type Suite } from '../suite.ts';
import {
  describeAnswerFit,
  expectedError,
  fitDeviation,
  type JudgedQuestion,
  reliabilityTable,
} from './answer-fit.ts';
import { issueCases } from './issue-cases.ts';
import { ruleCases } from './rule-cases.ts';
import { findTexts } from './rule-memory.ts';
import { type QuestionKind, questionKinds, type SilenceCase } from './silence-case.ts';

const shownCount = 5;
const settings = {
  minimumConfidence: retrievalOptions.minimumConfidence.default,
  minimumQuestionConfidence: retrievalOptions.minimumQuestionConfidence.default,
};

/** Does recall say that it knows nothing where it knows nothing, and only there? */
export const recallSilenceSuite: Suite = {
  description: 'recall asked in words: is nothing said where the answer is not in memory, and only there?',
  options: ['data', 'limit', 'repositories', 'seed', 'fit', 'misses'],
  async run({ data, limit, half, seed, fit, missesFile }) {
    const wants = (repository: string) => half === undefined || halfOf(repository) === half;
    const judged: JudgedQuestion[] = [];
    for (const cases of [ruleCases(data, wants, seed), issueCases(data, wants, seed)])
      for (const one of takeFirst(cases, limit)) judged.push(judge(one));
    if (missesFile !== undefined) writeFileSync(missesFile, listMisses(judged));
    const taught = fit ? [...judged, ...drawnAgain(data, wants, seed, limit)] : [];
    return {
      cases: judged.length,
      figures: {
        ...figuresOf(judged),
        fit_deviation: fit && half === undefined ? fitDeviation(taught) : notRun,
      },
      tables: [
        answerTable(judged),
        reliabilityTable(judged, 'Confidence as shipped'),
        ...(fit ? describeAnswerFit(taught) : []),
      ],
    };
  },
};

/** Questions made by rule are drawn by chance: more draws make the weights of a question depend less on it. */
const furtherDraws = 2;

function drawnAgain(
  data: string,
  wants: (repository: string) => boolean,
  seed: number,
  limit: number,
): readonly JudgedQuestion[] {
  return Array.from({ length: furtherDraws }, (_, at) => seed + at + 1).flatMap((drawn) =>
    [...takeFirst(ruleCases(data, wants, drawn), limit)].filter(({ style }) => style === 'asked').map(judge),
  );
}

function* takeFirst<T>(all: Iterable<T>, limit: number): Iterable<T> {
  let taken = 0;
  for (const one of all) {
    if (taken++ >= limit) return;
    yield one;
  }
}

function judge({ source, repository, kind, style, question, texts, answers }: SilenceCase): JudgedQuestion {
  const { candidates, rarityOf, raritiesOf } = findTexts(question, texts);
  const items = candidates.slice(0, shownCount).map(({ item }) => item);
  const ids = new Set([...answers].map(({ item }) => item.id));
  const memories = compareMemories({ question, items, rarityOf, raritiesOf }).map((one, place) => ({
    evidence: one,
    isAnswer: ids.has((items[place] as MemoryItem).id),
  }));
  const evidence = memories
    .map((one) => one.evidence)
    .reduce<AnswerEvidence>(
      (best, one) => (estimateAnswer(one) > estimateAnswer(best) ? one : best),
      memories[0]?.evidence ?? noEvidence(question),
    );
  return {
    source,
    repository,
    kind,
    style,
    question,
    evidence,
    memories,
    found: items[0]?.content ?? '',
    isFound: items.some(({ id }) => ids.has(id)),
    confidence: items.length === 0 ? 0 : estimateAnswer(evidence),
    hasFound: items.length > 0,
  };
}

const isAnswered = ({ confidence, evidence }: JudgedQuestion): boolean =>
  confidence >= leastConfidence(evidence.form, settings);

function figuresOf(judged: readonly JudgedQuestion[]): Readonly<Record<string, Figure>> {
  const share = (style: string, kind: QuestionKind, answered: boolean): Figure => {
    const own = group(judged, 'rules', style, kind);
    return own.length === 0 ? notRun : own.filter((one) => isAnswered(one) === answered).length / own.length;
  };
  return {
    present_lost: share('whole', 'present', false),
    absent_answered: share('whole', 'taken_out', true),
    absent_answered_without_copies: share('whole', 'copies_out', true),
    foreign_answered: share('whole', 'foreign', true),
    asked_present_lost: share('asked', 'present', false),
    asked_absent_answered: share('asked', 'taken_out', true),
    asked_foreign_answered: share('asked', 'foreign', true),
    confidence_ece: judged.length === 0 ? notRun : expectedError(judged),
  };
}

/** Of the present ones, those that were found at all: silence can lose no others. */
function group(
  judged: readonly JudgedQuestion[],
  source: string,
  style: string,
  kind: QuestionKind,
): readonly JudgedQuestion[] {
  return judged.filter(
    (one) =>
      one.source === source &&
      one.style === style &&
      one.kind === kind &&
      (kind !== 'present' || one.isFound),
  );
}

function answerTable(judged: readonly JudgedQuestion[]): Table {
  const styles = [...new Set(judged.map(({ source, style }) => `${source} ${style}`))];
  return {
    title: `Answered at ${settings.minimumConfidence}, questions at ${settings.minimumQuestionConfidence} (present: of those found among the best ${shownCount}); before: of all, share with anything to show`,
    columns: ['questions', 'answer', 'before', 'answered'],
    rows: styles.flatMap((name) => {
      const [source = '', style = ''] = name.split(' ');
      return questionKinds.flatMap((kind) => {
        const own = group(judged, source, style, kind);
        if (own.length === 0) return [];
        const before = own.filter(({ hasFound }) => hasFound).length;
        return [
          [
            name,
            kind,
            describeRate(before, own.length),
            describeRate(own.filter(isAnswered).length, own.length),
          ],
        ];
      });
    }),
  };
}

function listMisses(judged: readonly JudgedQuestion[]): string {
  const wrong = judged.filter((one) =>
    one.kind === 'present' ? one.isFound && !isAnswered(one) : isAnswered(one),
  );
  const line = (one: JudgedQuestion) =>
    [
      one.source,
      one.style,
      one.kind,
      one.confidence.toFixed(2),
      one.question.slice(0, 200),
      one.found.slice(0, 200),
    ]
      .map((cell) => cell.replaceAll(/\s+/g, ' '))
      .join('\t');
  return wrong.map((one) => `${line(one)}\n`).join('');
}
