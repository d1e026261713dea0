import type { AnswerLevel } from '../../src/index.ts';
import { halfOf } from '../lookalikes/repository-half.ts';
import { rateOf, shareOf } from '../reporting/rates.ts';
import { rate } from '../reporting/statistics.ts';
import { type Table, tableOf } from '../reporting/table.ts';
import { type Figure, notRun, type SuiteOptions, type SuiteReport } from '../suite.ts';
import { suiteOfParts } from '../suite-of-parts.ts';
import { type DecisionCase, ruleDecisions } from './decision-cases.ts';
import { askBySource, type DecisionMemory } from './decision-memory.ts';
import { writtenDecisions } from './written-decisions.ts';

type Style = DecisionCase['questions'][number]['style'];

/** One question, asked with its answer there and with it taken out. */
interface AskedDecision {
  readonly kind: 'there' | 'taken out' | 'replaced';
  readonly style: Style;
  readonly answer: string;
  /** Contents, best first, whether as a card or in a line. */
  readonly shown: readonly string[];
  readonly level: AnswerLevel;
  /** The replaced decision is shown without or before its successor. */
  readonly isOldFirst: boolean;
}

/** Is the asked decision found, the current one before the old one, and is the answer silent where there is none? */
export const decisionsSuite = suiteOfParts({
  description: 'decisions asked for through the library: there, taken out, replaced',
  options: ['data', 'limit', 'repositories', 'seed'],
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
  { limit, home }: SuiteOptions,
): Promise<SuiteReport> {
  const asked = await askBySource(cases.slice(0, limit), home, askAll);
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
  { answer, successor }: DecisionCase,
  kind: AskedDecision['kind'],
  style: Style,
  question: string,
): Promise<AskedDecision> {
  const { memories, level = 'nothing' } = await memory.recall({ query: question });
  const shown = memories.map(({ item }) => item.content as string);
  const [oldAt, newAt] = [shown.indexOf(answer), shown.indexOf(successor?.text ?? '')];
  return {
    ...{ kind, style, answer, shown, level },
    isOldFirst: kind === 'replaced' && oldAt !== -1 && (newAt === -1 || newAt > oldAt),
  };
}

function figuresOf(asked: readonly AskedDecision[]): Readonly<Record<string, Figure>> {
  const of = (kind: AskedDecision['kind']) => asked.filter((one) => one.kind === kind);
  const replaced = of('replaced');
  return {
    r_at_1: shareOf(rateOf(of('there'), isFirst)),
    shown: shareOf(rateOf(of('there'), isShown)),
    superseded_above_current:
      replaced.length === 0 ? notRun : replaced.filter((one) => one.isOldFirst).length,
    absent_answered: shareOf(rateOf(of('taken out'), isAnswered)),
  };
}

const isFirst = ({ shown, answer }: AskedDecision): boolean => shown[0] === answer;
/** A line says that it may not be the answer. */
const isAnswered = ({ level }: AskedDecision): boolean => level === 'likely';
const isShown = ({ shown, answer }: AskedDecision): boolean => shown.includes(answer);

function styleTable(part: string, asked: readonly AskedDecision[]): Table {
  const of = (kind: AskedDecision['kind'], is: (one: AskedDecision) => boolean) => (style: Style) =>
    rate(
      asked.filter((one) => one.style === style && one.kind === kind),
      is,
    );
  return tableOf(`Decisions asked for: ${part}`, new Set(asked.map(({ style }) => style)), {
    asked: (style) => style,
    first: of('there', isFirst),
    shown: of('there', isShown),
    'nothing shown': of('there', ({ level }) => level === 'nothing'),
    'taken out, answered': of('taken out', isAnswered),
    'replaced, old first': of('replaced', ({ isOldFirst }) => isOldFirst),
  });
}
