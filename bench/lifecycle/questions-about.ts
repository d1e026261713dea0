import type { RealText } from './real-texts.ts';
import { readFixHistories } from './replay-decay.ts';

export interface Question {
  readonly query: string;
  /** Places of the texts that answer it. */
  readonly wanted: readonly number[];
}

/** Later fixes ask for the earlier ones they build on, by their subjects. */
export function questionsAbout(data: string, texts: readonly RealText[], count: number): readonly Question[] {
  const places = new Map(
    texts.flatMap(({ fixId }, at) => (fixId === undefined ? [] : [[fixId, at] as const])),
  );
  const all = readFixHistories(data).flatMap(({ events }) =>
    events.flatMap(({ subject, pos }): Question[] => {
      const wanted = pos.flatMap(({ id, tier = '' }) =>
        /^P[34]/.test(tier) && places.has(id) ? [places.get(id) ?? 0] : [],
      );
      return wanted.length === 0 ? [] : [{ query: subject, wanted }];
    }),
  );
  const step = Math.max(1, Math.floor(all.length / count));
  // By when the first answer is learned, so that each can be asked for in its month.
  return all
    .filter((_, at) => at % step === 0)
    .toSorted((a, b) => Math.min(...a.wanted) - Math.min(...b.wanted));
}
