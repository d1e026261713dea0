import { appendFileSync } from 'node:fs';
import type { AnswerLevel } from '../../src/index.ts';
import { countTerms } from '../../src/text/terms.ts';
import { halfOf } from '../lookalikes/repository-half.ts';
import { areaUnderCurve } from '../reporting/area-under-curve.ts';
import { describeRate } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import { type Figure, notRun, type SuiteOptions, type SuiteReport } from '../suite.ts';
import { suiteOfParts } from '../suite-of-parts.ts';
import { type DecisionCase, ruleDecisions } from './decision-cases.ts';
import { askBySource, type DecisionMemory } from './decision-memory.ts';
import { isNearCopy } from './rule-cases.ts';
import { rememberText } from './rule-memory.ts';
import { writtenDecisions } from './written-decisions.ts';

type Style = DecisionCase['questions'][number]['style'];

/** One question, asked with its answer there and with it taken out. */
interface AskedDecision {
  readonly kind: 'there' | 'taken out' | 'replaced';
  readonly style: Style;
  readonly question: string;
  readonly answer: string;
  /** Contents, best first, whether as a card or in a line. */
  readonly shown: readonly string[];
  readonly level: AnswerLevel;
  /** The best one, had silence not been kept. */
  readonly best: string | undefined;
  readonly confidence: number;
  /** Share of the answer's telling words that stand in the pack. */
  readonly conveyed: number;
  /** The replaced decision is shown without or before its successor. */
  readonly isOldFirst: boolean;
  /** Something else that is remembered says nearly what the answer says. */
  readonly hasCopy: boolean;
}

/** Is the asked decision found, the current one before the old one, and is the answer silent where there is none? */
export const decisionsSuite = suiteOfParts({
  description: 'decisions asked for through the library: there, taken out, replaced',
  options: ['data', 'limit', 'repositories', 'seed', 'misses'],
  parts: {
    // Written for this as people ask who have not read them.
    'own-words': async (options, folder) =>
      await report('own words', 'own_words_', [...writtenDecisions()], { ...options, home: folder }),
    rules: async (options, folder) => {
      const { data, half, seed } = options;
      const wants = (repository: string) => half === undefined || halfOf(repository) === half;
      return await report('rules', '', [...ruleDecisions(data, wants, seed)], { ...options, home: folder });
    },
  },
});

async function report(
  part: string,
  prefix: string,
  cases: readonly DecisionCase[],
  { limit, home, missesFile }: SuiteOptions,
): Promise<SuiteReport> {
  const asked = await askBySource(cases.slice(0, limit), home, askAll);
  if (missesFile !== undefined) appendFileSync(missesFile, listMisses(asked));
  const figures = Object.entries(figuresOf(asked)).map(([name, value]) => [`${prefix}${name}`, value]);
  return {
    cases: asked.length,
    figures: Object.fromEntries(figures),
    tables: [styleTable(part, asked)],
  };
}

async function askAll(held: DecisionMemory, cases: readonly DecisionCase[]) {
  const asked: AskedDecision[] = [];
  for (const one of cases) asked.push(...(await askOne(one, held)));
  return asked;
}

async function askOne(one: DecisionCase, held: DecisionMemory): Promise<readonly AskedDecision[]> {
  await held.holdOnly(one.texts);
  const asked: AskedDecision[] = [];
  for (const { style, text } of one.questions) asked.push(await ask(held, one, 'there', style, text));
  if (one.successor !== undefined) {
    await held.replace(one.answer, one.successor.text);
    for (const text of one.successor.questions) asked.push(await ask(held, one, 'replaced', 'asked', text));
    await held.remove(one.successor.text);
  }
  await held.remove(one.answer);
  for (const { style, text } of one.questions) asked.push(await ask(held, one, 'taken out', style, text));
  return asked;
}

async function ask(
  { memory }: DecisionMemory,
  { answer, successor, texts }: DecisionCase,
  kind: AskedDecision['kind'],
  style: Style,
  question: string,
): Promise<AskedDecision> {
  const {
    memories,
    leftOut,
    answer: estimate,
    level = 'nothing',
    pack,
  } = await memory.recall({ query: question });
  const silenced = leftOut.find(({ reasons }) => reasons.every((reason) => keptSilent.has(reason)));
  const shown = memories.map(({ item }) => item.content as string);
  const [oldAt, newAt] = [shown.indexOf(answer), shown.indexOf(successor?.text ?? '')];
  const held = countTerms(pack.text);
  const telling = [...countTerms(answer).keys()];
  return {
    ...{ kind, style, question, answer, shown, level },
    best: shown[0] ?? silenced?.item.content,
    confidence: estimate?.confidence ?? 0,
    conveyed: telling.filter((term) => held.has(term)).length / Math.max(1, telling.length),
    hasCopy: texts.some((text) => text !== answer && isNearCopy(rememberText(text), rememberText(answer))),
    isOldFirst: kind === 'replaced' && oldAt !== -1 && (newAt === -1 || newAt > oldAt),
  };
}

const keptSilent: ReadonlySet<string> = new Set(['unlikely_answer', 'no_strong_match']);

function figuresOf(asked: readonly AskedDecision[]): Readonly<Record<string, Figure>> {
  const of = (kind: AskedDecision['kind']) => asked.filter((one) => one.kind === kind);
  const there = of('there');
  const out = of('taken out');
  const withoutCopy = out.filter(({ hasCopy }) => !hasCopy);
  const share = (part: number, all: readonly unknown[]): Figure =>
    all.length === 0 ? notRun : part / all.length;
  return {
    r_at_1: share(there.filter(isFirst).length, there),
    shown: share(there.filter(isShown).length, there),
    superseded_above_current:
      of('replaced').length === 0 ? notRun : of('replaced').filter((one) => one.isOldFirst).length,
    absent_answered: share(out.filter(isAnswered).length, out),
    absent_answered_without_copies: share(withoutCopy.filter(isAnswered).length, withoutCopy),
    conveyed: share(
      there.reduce((sum, { conveyed }) => sum + conveyed, 0),
      there,
    ),
    auc:
      there.length === 0
        ? notRun
        : areaUnderCurve(
            there.map(({ confidence }) => confidence),
            out.map(({ confidence }) => confidence),
          ),
  };
}

const isFirst = ({ shown, answer }: AskedDecision): boolean => shown[0] === answer;
const isBest = ({ best, answer }: AskedDecision): boolean => best === answer;
/** A line says that it may not be the answer. */
const isAnswered = ({ level }: AskedDecision): boolean => level === 'likely';
const isShown = ({ shown, answer }: AskedDecision): boolean => shown.includes(answer);

function styleTable(part: string, asked: readonly AskedDecision[]): Table {
  const styles = [...new Set(asked.map(({ style }) => style))];
  const rate = (own: readonly AskedDecision[], is: (one: AskedDecision) => boolean) =>
    describeRate(own.filter(is).length, own.length);
  return {
    title: `Decisions asked for: ${part}`,
    columns: [
      'asked',
      'best by words',
      'first',
      'shown',
      'nothing shown',
      'conveyed',
      'taken out, answered',
      'replaced, old first',
      'AUC',
    ],
    rows: styles.map((style) => {
      const own = asked.filter((one) => one.style === style);
      const there = own.filter(({ kind }) => kind === 'there');
      const { conveyed, auc } = figuresOf(own);
      return [
        style,
        rate(there, isBest),
        rate(there, isFirst),
        rate(there, isShown),
        rate(there, ({ level }) => level === 'nothing'),
        typeof conveyed === 'number' ? conveyed.toFixed(2) : (conveyed ?? ''),
        rate(
          own.filter(({ kind }) => kind === 'taken out'),
          isAnswered,
        ),
        rate(
          own.filter(({ kind }) => kind === 'replaced'),
          ({ isOldFirst }) => isOldFirst,
        ),
        typeof auc === 'number' ? auc.toFixed(3) : (auc ?? ''),
      ];
    }),
  };
}

function listMisses(asked: readonly AskedDecision[]): string {
  const wrong = asked.filter((one) =>
    one.kind === 'there' ? !isFirst(one) : one.kind === 'replaced' ? one.isOldFirst : isAnswered(one),
  );
  return wrong
    .map(({ kind, style, confidence, question, answer, shown }) =>
      [
        kind,
        style,
        confidence.toFixed(2),
        question.slice(0, 160),
        answer.slice(0, 160),
        shown[0]?.slice(0, 160) ?? '-',
      ]
        .map((cell) => cell.replaceAll(/\s+/g, ' '))
        .join('\t'),
    )
    .map((line) => `${line}\n`)
    .join('');
}
