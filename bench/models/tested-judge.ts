import { judgePrompt } from '../../src/asking/judge-prompt.ts';
import type { JudgeQuestion, JudgeVerdict } from '../../src/index.ts';
import { seededRandom } from '../../src/numeric/seeded-random.ts';
import type { RecordedProvider } from './recordings.ts';

/** A judge's verdicts about the units of one question, in their order; absent where its answer was unusable. */
export interface JudgedQuestion {
  /** The same for every judge that is asked the same. */
  readonly question: string;
  readonly verdicts?: readonly JudgeVerdict[];
}

/** A judge of a benchmark. */
export interface TestedJudge {
  /** Names the texts that answer what is asked next, for judges that know them. */
  expect(...answers: readonly string[]): void;
  judge(question: JudgeQuestion): Promise<JudgedQuestion>;
}

export function questionKey({ task, units }: Pick<JudgeQuestion, 'task' | 'units'>): string {
  return JSON.stringify([task, units.map(({ text }) => text)]);
}

/** Names each answering text with a known chance; otherwise it prefers another asked text. */
export function syntheticJudge(agreement: number, seed: number): TestedJudge {
  const random = seededRandom(seed);
  let expected: readonly string[] = [];
  const judge = ({ units }: JudgeQuestion): readonly JudgeVerdict[] => {
    const places = units.map((_, at) => at);
    const right = places.filter((at) => expected.some((answer) => units[at]?.text.includes(answer)));
    const others = places.filter((at) => !right.includes(at));
    const pick = () => others[Math.floor(random() * others.length)] ?? 0;
    const preferred = new Set(
      right.length === 0
        ? [pick()]
        : right.map((at) => {
            const wrong = pick();
            return random() < agreement ? at : wrong;
          }),
    );
    return units.map(({ id }, at) => {
      const share = preferred.has(at) ? 1 : 0;
      return {
        ...{ id, actionShift: share, necessity: share, expectedOutcomeUplift: share },
        ...{ negativeTransferRisk: 0, confidence: agreement },
      };
    });
  };
  return {
    expect: (...answers) => {
      expected = answers;
    },
    judge: async (question) => ({ question: questionKey(question), verdicts: judge(question) }),
  };
}

/** A model that is recorded or replayed, asked as a person's own is. */
export function judgeByModel({ model, endpoint }: RecordedProvider): TestedJudge {
  return {
    expect: () => undefined,
    judge: async (question) => {
      const { prompt, read } = judgePrompt(question);
      const verdicts = read(await answerTo(prompt, { model, endpoint }));
      return { question: questionKey(question), ...(verdicts === undefined ? {} : { verdicts }) };
    },
  };
}

/** More notes at once than a memory asks about. */
async function answerTo(
  { instructions, text }: ReturnType<typeof judgePrompt>['prompt'],
  { model, endpoint }: Pick<RecordedProvider, 'model' | 'endpoint'>,
): Promise<unknown> {
  const messages = [
    { role: 'system', content: instructions },
    { role: 'user', content: text },
  ];
  const body = JSON.stringify({ model, messages, response_format: { type: 'json_object' } });
  const response = await fetch(endpoint, { method: 'POST', body });
  const { choices = [] } = (await response.json()) as {
    readonly choices?: readonly { readonly message?: { readonly content?: string } }[];
  };
  try {
    return JSON.parse(choices[0]?.message?.content ?? '');
  } catch {
    return {};
  }
}
