import type { RememberedText } from './rule-memory.ts';

/**
 * `present`: the answer is in memory. `taken_out`: it was, alone. `copies_out`: with what says nearly the same. `foreign`: a
 * question about another repository.
 */
export const questionKinds = ['present', 'taken_out', 'copies_out', 'foreign'] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** `whole`: in the words of what is sought. `short`: some of these words. `asked`: a question with a few of them. */
export type QuestionStyle = 'whole' | 'short' | 'asked';

/** A question, what is remembered when it is asked, and what of that answers it. */
export interface SilenceCase {
  readonly source: 'rules' | 'issues';
  readonly repository: string;
  readonly kind: QuestionKind;
  readonly style: QuestionStyle;
  readonly question: string;
  readonly texts: readonly RememberedText[];
  readonly answers: ReadonlySet<RememberedText>;
}
