/** Steps of the walkthrough, in their order. */
export const stepNames = [
  'index',
  'locate',
  'session',
  'mine',
  'again',
  'why',
  'outcome',
  'changed',
] as const;

export type StepName = (typeof stepNames)[number];
