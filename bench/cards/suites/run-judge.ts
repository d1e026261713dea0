import {
  type Judge,
  type Judgement,
  type JudgeQuestion,
  type JudgeVerdict,
  openMemory,
} from '../../../src/index.ts';
import { pairedBootstrap } from '../../../src/numeric/bootstrap.ts';
import { seededRandom } from '../../../src/numeric/seeded-random.ts';
import { person } from '../../person.ts';
import type { DecisionCase } from '../../recall/decision-cases.ts';
import { openDecisionMemory } from '../../recall/decision-memory.ts';
import { describeRate } from '../../reporting/statistics.ts';
import type { Table } from '../../reporting/table.ts';
import type { SuiteOptions, SuiteReport } from '../../suite.ts';
import { askRules, type RulePlace } from './ask-rules.ts';

const bootstrapSeed = 17;
const chanceSeed = 5;

/** Says how useful a text is, 0–1. The first two know the answer, which bounds what any judge could do by the order it is asked for. */
const judges = {
  'always right': (isAnswer: boolean) => Number(isAnswer),
  'always wrong': (isAnswer: boolean) => 1 - Number(isAnswer),
  'by chance': (_: boolean, chance: number) => chance,
  'fails always': () => undefined,
} as const satisfies Readonly<Record<string, (isAnswer: boolean, chance: number) => number | undefined>>;
type JudgeName = keyof typeof judges;
const judgeNames = Object.keys(judges) as readonly JudgeName[];
const nobody = 'without a judge';

interface AskedQuestion {
  /** Place of the answer among what is shown, from 1; 0 where it is not shown. */
  readonly places: Readonly<Record<JudgeName | typeof nobody, number>>;
  /** Why a judge was asked; empty where none was. */
  readonly reasons: Judgement['reasons'];
  /** Memories that it was asked about; 0 where none was asked. */
  readonly judged: number;
  readonly isAnswerJudged: boolean;
}

/**
 * How often would a judge be asked, and what could it win or lose? No model: judges that know the answer bound it from both sides, one by chance stands between.
 * Rules of real repositories are asked for through the library.
 */
export async function runJudge(options: SuiteOptions): Promise<SuiteReport> {
  const asked = await askRules('judge', options, askAll);
  const routed = asked.filter(({ judged }) => judged > 0);
  const first = (name: keyof AskedQuestion['places']) =>
    asked.filter(({ places }) => places[name] === 1).length / asked.length;
  return {
    cases: asked.length,
    figures: {
      questions_routed: routed.length / asked.length,
      answer_first: first(nobody),
      answer_first_right_judge: first('always right'),
      answer_first_wrong_judge: first('always wrong'),
      answer_first_chance_judge: first('by chance'),
      differs_when_it_fails: asked.filter(({ places }) => places['fails always'] !== places[nobody]).length,
    },
    tables: [placesTable(asked), routesTable(asked, routed)],
  };
}

async function askAll(place: RulePlace, cases: readonly DecisionCase[]): Promise<readonly AskedQuestion[]> {
  await using held = await openDecisionMemory(place);
  let judging: Judge['judge'] = () => Promise.reject(new Error('nobody judges yet'));
  const judge: Judge = { name: 'fake', judge: (question) => judging(question) };
  await using judged = await openMemory({ ...place, speaker: person, judge });
  const asked: AskedQuestion[] = [];
  for (const { texts, answer, questions } of cases) {
    await held.holdOnly(texts);
    for (const { text: query } of questions) {
      let question: JudgeQuestion | undefined;
      const placeBy = async (judgeName: JudgeName) => {
        judging = async (about) => {
          question = about;
          return verdictsBy(judgeName, about, answer);
        };
        return placeOf(answer, (await judged.recall({ query })).memories);
      };
      const plain = await held.memory.recall({ query });
      const places = { [nobody]: placeOf(answer, plain.memories) } as Record<
        keyof AskedQuestion['places'],
        number
      >;
      for (const judgeName of judgeNames) places[judgeName] = await placeBy(judgeName);
      const { decisionId } = await judged.recall({ query });
      const { judgement } = (await held.why(decisionId)).receipt;
      asked.push({
        places,
        reasons: judgement?.reasons ?? [],
        judged: judgement?.ledger.length ?? 0,
        isAnswerJudged: question?.units.some(({ text }) => text.endsWith(answer)) ?? false,
      });
    }
  }
  return asked;
}

function verdictsBy(name: JudgeName, { units }: JudgeQuestion, answer: string): readonly JudgeVerdict[] {
  const random = seededRandom(chanceSeed + answer.length);
  return units.map(({ id, text }) => {
    const share = judges[name](text.endsWith(answer), random());
    if (share === undefined) throw new Error('this judge fails always');
    return {
      ...{ id, actionShift: share, necessity: share, expectedOutcomeUplift: share },
      ...{ negativeTransferRisk: 1 - share, confidence: 1 },
    };
  });
}

function placeOf(
  answer: string,
  memories: readonly { readonly item: { readonly content: string } }[],
): number {
  return 1 + memories.findIndex(({ item }) => item.content === answer);
}

function placesTable(asked: readonly AskedQuestion[]): Table {
  const isFirst = (name: keyof AskedQuestion['places']) => asked.map(({ places }) => places[name] === 1);
  const known = isFirst(nobody);
  return {
    title: `Questions whose answer comes first, and is shown; less ${nobody}, paired bootstrap of 2,000 resamples by question`,
    columns: ['judge', 'first', 'shown', `first less ${nobody}`],
    rows: [nobody, ...judgeNames].map((name) => {
      const all = isFirst(name as JudgeName);
      const gains = all.map((is, at) => Number(is) - Number(known[at]));
      const { mean, low, high } = pairedBootstrap(gains, bootstrapSeed);
      return [
        name,
        describeRate(all.filter(Boolean).length, all.length),
        String(asked.filter(({ places }) => places[name as JudgeName] > 0).length),
        name === nobody ? '' : `${mean.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`,
      ];
    }),
  };
}

function routesTable(asked: readonly AskedQuestion[], routed: readonly AskedQuestion[]): Table {
  const missed = asked.filter(({ places }) => places[nobody] > 1);
  const units = routed.reduce((sum, { judged }) => sum + judged, 0);
  return {
    title: 'When a judge is asked',
    columns: ['', 'questions'],
    rows: [
      ['asked', describeRate(routed.length, asked.length)],
      ...(['near_tie', 'conflict', 'high_risk'] as const).map((reason) => [
        `for ${reason}`,
        String(routed.filter(({ reasons }) => reasons.includes(reason)).length),
      ]),
      ['memories told, each time', (units / Math.max(1, routed.length)).toFixed(2)],
      ['the answer is among them', String(routed.filter(({ isAnswerJudged }) => isAnswerJudged).length)],
      ['the answer is shown, but not first', String(missed.length)],
      ['of these asked about', String(missed.filter(({ isAnswerJudged }) => isAnswerJudged).length)],
    ],
  };
}
