import type { WorldSuite } from './world/generate-world.ts';

/** Token budgets of Table 5. */
export const budgets = [80, 120, 200, 400] as const;
export type Budget = (typeof budgets)[number];
/** The budget of the standard comparison, Table 6. */
export const mainBudget = 120;

/** Context F1 by budget (Table 5). */
export const paperF1: Readonly<
  Record<WorldSuite, Readonly<Record<string, Readonly<Record<Budget, number>>>>>
> = {
  v1: {
    AutoContextKG: { 80: 0.706, 120: 0.85, 200: 0.671, 400: 0.481 },
    VanillaRAG: { 80: 0.523, 120: 0.562, 200: 0.643, 400: 0.459 },
    CICL: { 80: 0.562, 120: 0.62, 200: 0.286, 400: 0.25 },
  },
  v3: {
    AutoContextKG: { 80: 0.481, 120: 0.406, 200: 0.441, 400: 0.305 },
    VanillaRAG: { 80: 0.465, 120: 0.525, 200: 0.477, 400: 0.373 },
    CICL: { 80: 0.4, 120: 0.425, 200: 0.347, 400: 0.25 },
  },
};

/** Context F1 and MRR at 120 tokens (Table 6). */
export const paperMain: Readonly<
  Record<WorldSuite, Readonly<Record<string, { readonly f1: number; readonly mrr: number }>>>
> = {
  v1: {
    AutoContextKG: { f1: 0.85, mrr: 0.984 },
    VanillaRAG: { f1: 0.562, mrr: 0.603 },
    CICL: { f1: 0.62, mrr: 0.817 },
    GraphMemory: { f1: 0.511, mrr: 0.654 },
    SelfGenExamples: { f1: 0.138, mrr: 0.338 },
    FullContext: { f1: 0.02, mrr: 0.037 },
    SummaryMemory: { f1: 0.01, mrr: 0.018 },
    NoContext: { f1: 0, mrr: 0 },
    OracleGold: { f1: 1, mrr: 1 },
  },
  v3: {
    AutoContextKG: { f1: 0.406, mrr: 1 },
    VanillaRAG: { f1: 0.525, mrr: 0.593 },
    CICL: { f1: 0.425, mrr: 0.896 },
    GraphMemory: { f1: 0.303, mrr: 0.617 },
    SelfGenExamples: { f1: 0.124, mrr: 0.366 },
    FullContext: { f1: 0.027, mrr: 0.045 },
    SummaryMemory: { f1: 0.007, mrr: 0.014 },
    NoContext: { f1: 0, mrr: 0 },
    OracleGold: { f1: 1, mrr: 1 },
  },
};
