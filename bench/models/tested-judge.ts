import { judgePrompt } from '../../src/asking/judge-prompt.ts';
import type { JudgeQuestion, JudgeVerdict } from '../../src/index.ts';
import { seededRandom } from '../../src/numeric/seeded-random.ts';
import type { AskedModel } from './recordings.ts';

/** Verdicts about the units of a question, in their order; undefined where the answer was unusable. */
export type Verdicts = readonly JudgeVerdict[] | undefined;

/** @param right texts that answer the question, for judges that know them */
export type TestedJudge = (question: JudgeQuestion, right: readonly string[]) => Verdicts | Promise<Verdicts>;

/** Names each answering text with a known chance; otherwise it prefers another asked text. */
export function syntheticJudge(agreement: number, seed: number): TestedJudge {
  const random = seededRandom(seed);
  return ({ units }, answers) => {
    const places = units.map((_, at) => at);
    const right = places.filter((at) => answers.some((answer) => units[at]?.text.includes(answer)));
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
}

/** A model asked by the product's prompt, about more notes at once than a memory asks. */
export function judgeByModel(model: AskedModel): TestedJudge {
  return async (question) => {
    const { prompt, read } = judgePrompt(question);
    const { reply } = await model.answer([
      { role: 'system', content: prompt.instructions },
      { role: 'user', content: prompt.text },
    ]);
    try {
      const { choices } = reply as {
        readonly choices?: readonly { readonly message?: { readonly content?: string } }[];
      };
      return read(JSON.parse(choices?.[0]?.message?.content ?? ''));
    } catch {
      return undefined;
    }
  };
}
