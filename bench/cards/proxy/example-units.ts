import { type JudgedUnit, readEvidence, type UnitEvidence } from './evidence.ts';

/** For tests: a unit that helps with {@link exampleTask}. */
export const plainUnit: JudgedUnit = {
  ...{ id: 'a', kind: 'rule', text: 'Round invoices with roundHalfEven in src/money.ts', tokens: 20 },
  ...{ places: [], names: [], confidence: 1, isStale: false, retrieval: 1 },
  ...{ helped: 0, failed: 0, conflicts: 0 },
};
export const exampleTask = { text: 'invoices are rounded wrongly', plannedActions: ['edit src/money.ts'] };

/** The evidence of units that differ from {@link plainUnit}. */
export function readExamples(...changes: readonly Partial<JudgedUnit>[]): readonly UnitEvidence[] {
  return readEvidence(
    changes.map((change) => ({ ...plainUnit, ...change })),
    exampleTask,
  );
}
