import { pairedBootstrap } from '../../../src/numeric/bootstrap.ts';
import { mean } from '../../reporting/statistics.ts';
import { type Table, tableOf } from '../../reporting/table.ts';
import type { SuiteOptions, SuiteReport } from '../../suite.ts';
import type { CardAudit } from '../compression/audit-card.ts';
import { type AuditedMemory, auditMemories } from '../compression/audit-memories.ts';
import { type CompressedCase, compressCase, type Mode, prepareCase } from '../compression/compress-case.ts';
import { mineCompletions } from '../compression/mine-completions.ts';
import { gainTable } from '../gain-table.ts';

const compressionBudgets = [60, 120, 200, 400] as const;
const casesOfRepository = 12;
const bootstrapSeed = 17;
/** Success of Table 7, by budget: memory card, summary, raw. */
const paper: Readonly<Record<number, Readonly<Record<string, number>>>> = {
  60: { card: 0.02, summary: 0.02, raw: 0.02 },
  120: { card: 0.06, summary: 0.11, raw: 0.02 },
  200: { card: 0.08, summary: 0.13, raw: 0.06 },
  400: { card: 0.15, summary: 0.22, raw: 0.08 },
};

/** Does a card of a definition leave room for the right one, and still say what is needed? */
export function runCompression({ repositories, limit, data }: SuiteOptions): SuiteReport {
  const cases = [...repositories]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([slug, gitDirectory]) => mineCompletions(gitDirectory, slug, casesOfRepository))
    .slice(0, limit);
  const prepared = cases.map(prepareCase);
  const judged = compressionBudgets.map((budget) => ({
    budget,
    cases: prepared.map((one) => compressCase(one, budget)),
  }));
  const of = (all: readonly (readonly CompressedCase[])[], mode: Mode) =>
    all.flatMap((modes) => modes.filter((one) => one.mode === mode));
  const gaps = judged.map(({ budget, cases: all }) => {
    const summaries = of(all, 'summary');
    const gains = of(all, 'card').map(
      (card, at) => Number(card.hasGold) - Number(summaries[at]?.hasGold ?? false),
    );
    return { budget, ...pairedBootstrap(gains, bootstrapSeed) };
  });
  const audits = prepared.flatMap((one) => one.audits);
  const saved = judged.flatMap(({ cases: all }) =>
    of(all, 'selected, then card').filter(({ selected }) => selected > 0),
  );
  const memories = auditMemories(data);
  const withGold = saved.filter(({ hasGold }) => hasGold);
  return {
    cases: cases.length,
    figures: {
      success_gap_worst: Math.min(...gaps.map(({ mean }) => mean)),
      tokens_saved_ratio:
        1 -
        saved.reduce((sum, { tokens }) => sum + tokens, 0) /
          saved.reduce((sum, { rawTokens }) => sum + rawTokens, 0),
      gold_verbatim: share(withGold.filter(({ conveys }) => conveys).length, withGold.length),
      audit_completeness: share(
        audits.filter(({ isComplete, hasPlaceholder }) => isComplete && !hasPlaceholder).length,
        audits.length,
      ),
      compression_success: share(audits.filter(({ isCompressed }) => isCompressed).length, audits.length),
      compression_ratio: audits.reduce((sum, { ratio }) => sum + ratio, 0) / audits.length,
      memory_cards_sound: share(
        memories.filter(({ audit }) => audit.isComplete && !audit.hasPlaceholder).length,
        memories.length,
      ),
    },
    tables: [
      {
        title: 'What fits, by form (success: the right definition is there; conveyed: its path and name too)',
        columns: ['budget', 'form', 'success', 'paper', 'conveyed', 'tokens', 'selected', 'ratio'],
        rows: judged.flatMap(({ budget, cases: all }) =>
          (all[0] ?? []).map(({ mode }) => {
            const own = of(all, mode);
            const mean = (value: (one: CompressedCase) => number) =>
              own.reduce((sum, one) => sum + value(one), 0) / own.length;
            const raw = mean(({ rawTokens }) => rawTokens);
            return [
              ...[budget, mode, mean(({ hasGold }) => Number(hasGold)).toFixed(3)],
              paper[budget]?.[mode]?.toFixed(2) ?? '',
              mean(({ conveys }) => Number(conveys)).toFixed(3),
              mean(({ tokens }) => tokens).toFixed(1),
              mean(({ selected }) => selected).toFixed(2),
              raw === 0 ? '' : (mean(({ tokens }) => tokens) / raw).toFixed(2),
            ];
          }),
        ),
      },
      gainTable(
        'Cards less summaries, success, paired bootstrap of 2,000 resamples by case',
        gaps.map(({ budget, ...gain }) => [String(budget), gain] as const),
      ),
      memoryTable(memories),
    ],
  };
}

function share(count: number, total: number): number {
  return count / total;
}

/** A card of one line says more than the line: who said it, when it applies. */
function memoryTable(memories: readonly AuditedMemory[]): Table {
  const share = (is: (audit: CardAudit) => boolean) => (own: readonly AuditedMemory[]) =>
    mean(own.map(({ audit }) => Number(is(audit)))).toFixed(3);
  return tableOf(
    'Cards of memories, as recall shows them',
    Map.groupBy(memories, ({ kind }) => kind),
    {
      memory: ([kind]) => kind,
      cards: ([, own]) => own.length,
      complete: ([, own]) => share(({ isComplete }) => isComplete)(own),
      'no placeholder': ([, own]) => share(({ hasPlaceholder }) => !hasPlaceholder)(own),
      shorter: ([, own]) => share(({ isCompressed }) => isCompressed)(own),
      'mean ratio': ([, own]) => mean(own.map(({ audit }) => audit.ratio)).toFixed(2),
    },
  );
}
