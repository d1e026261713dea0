import type { JudgeResult } from '../../model/decision.ts';
import { isAfterwitError } from '../../model/errors.ts';
import { ModelFault } from '../../ports/language-model.ts';

/** The result of asking a judge. */
interface AnsweredInTime<Answer> {
  readonly result: JudgeResult;
  /** Why a language model gave no answer. */
  readonly fault?: string;
  readonly answer?: Answer;
}

/** Never throws, and waits no longer than it may. @param ask undefined where the answer cannot be used */
export async function answerInTime<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer | undefined>,
  timeoutMs: number,
): Promise<AnsweredInTime<Answer>> {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<AnsweredInTime<Answer>>((resolve) => {
    timer = setTimeout(() => {
      resolve({ result: 'too_late' });
      stop.abort();
    }, timeoutMs);
  });
  const answered = async (): Promise<AnsweredInTime<Answer>> => {
    const answer = await ask(stop.signal);
    return answer === undefined ? { result: 'unusable' } : { result: 'judged', answer };
  };
  try {
    return await Promise.race([answered(), late]);
  } catch (fault) {
    const isKnown = fault instanceof ModelFault || isAfterwitError(fault);
    return isKnown ? { result: 'failed', fault: fault.code } : { result: 'failed' };
  } finally {
    clearTimeout(timer);
  }
}
