import { pairedBootstrap } from '../../src/numeric/bootstrap.ts';
import { mean, sum } from '../reporting/statistics.ts';
import { tableOf } from '../reporting/table.ts';
import type { SuiteOptions, SuiteReport } from '../suite.ts';
import { type AuditedMemory, auditMemories } from './compression/audit-memories.ts';
import {
  type CompressedCase,
  compressCase,
  type Mode,
  modes,
  prepareCase,
} from './compression/compress-case.ts';
import { mineCompletions } from './compression/mine-completions.ts';

const budgets = [60, 120, 200, 400] as const;
const casesOfRepository = 12;
const bootstrapSeed = 17;

/** Does a card of a definition leave room for the right one, and still say what is needed (Table 7)? */
export function runCompression({ repositories, limit, data }: SuiteOptions): SuiteReport {
  const cases = [...repositories]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([slug, gitDirectory]) => mineCompletions(gitDirectory, slug, casesOfRepository))
    .slice(0, limit);
  const prepared = cases.map(prepareCase);
  const compressed = prepared.flatMap((one) =>
    budgets.flatMap((budget) => compressCase(one, budget).map((found) => ({ budget, ...found }))),
  );
  const of = (mode: Mode, budget?: number) =>
    compressed.filter((one) => one.mode === mode && (budget ?? one.budget) === one.budget);
  const success = (own: readonly CompressedCase[]) => mean(own.map(({ hasGold }) => Number(hasGold)));
  const gapAt = (budget: number) => {
    const summaries = of('summary', budget);
    const gains = of('card', budget).map(
      ({ hasGold }, at) => Number(hasGold) - Number(summaries[at]?.hasGold),
    );
    return pairedBootstrap(gains, bootstrapSeed);
  };
  const audits = prepared.flatMap((one) => one.audits);
  const saved = of('selected, then card').filter(({ selected }) => selected > 0);
  const memories = auditMemories(data);
  return {
    cases: cases.length,
    figures: {
      success_gap_worst: Math.min(...budgets.map((budget) => gapAt(budget).mean)),
      tokens_saved_ratio:
        1 - sum(saved.map(({ tokens }) => tokens)) / sum(saved.map(({ rawTokens }) => rawTokens)),
      gold_verbatim: shareOf(
        saved.filter(({ hasGold }) => hasGold),
        ({ conveys }) => conveys,
      ),
      audit_completeness: shareOf(audits, ({ isComplete, hasPlaceholder }) => isComplete && !hasPlaceholder),
      compression_success: shareOf(audits, ({ isCompressed }) => isCompressed),
      compression_ratio: mean(audits.map(({ ratio }) => ratio)),
      memory_cards_sound: shareOf(memories, ({ audit }) => audit.isComplete && !audit.hasPlaceholder),
    },
    tables: [
      tableOf('The right definition fits, by form', modes, {
        form: (mode) => mode,
        ...Object.fromEntries(
          budgets.map((budget) => [`${budget} tokens`, (mode: Mode) => success(of(mode, budget)).toFixed(3)]),
        ),
      }),
      tableOf('Cards less summaries, paired bootstrap of 2,000 resamples by case', budgets, {
        tokens: (budget) => budget,
        gain: (budget) => gapAt(budget).mean.toFixed(3),
        '95 %': (budget) => {
          const { low, high } = gapAt(budget);
          return `[${low.toFixed(3)}, ${high.toFixed(3)}]`;
        },
      }),
      // A card of one line says more than the line: who said it, when it applies.
      tableOf(
        'Cards of memories, as recall shows them',
        Map.groupBy(memories, ({ kind }) => kind),
        {
          memory: ([kind]) => kind,
          cards: ([, own]) => own.length,
          complete: shareIn(({ audit }) => audit.isComplete),
          'no placeholder': shareIn(({ audit }) => !audit.hasPlaceholder),
          shorter: shareIn(({ audit }) => audit.isCompressed),
          'mean ratio': ([, own]) => mean(own.map(({ audit }) => audit.ratio)).toFixed(2),
        },
      ),
    ],
  };
}

function shareOf<Case>(all: readonly Case[], is: (one: Case) => boolean): number {
  return mean(all.map((one) => Number(is(one))));
}

function shareIn(is: (one: AuditedMemory) => boolean) {
  return ([, own]: readonly [string, readonly AuditedMemory[]]) => shareOf(own, is).toFixed(3);
}
