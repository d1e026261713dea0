import type { Table } from '../reporting/table.ts';
import type { BenchVariant } from './generate-benchmark.ts';
import type { ObservedBenchmark } from './observe-benchmark.ts';

const modes = ['no_memory', 'short_hint', 'top1_resolution', 'top3_summary', 'full_trace'] as const;
type Mode = (typeof modes)[number];

/** Success without any memory, as the paper has it, and what a right and a wrong memory do to it: assumptions of the proxy. */
const proxy = { base: 0.608, right: 0.3, wrong: 0.35 } as const;
const price = { falsePositive: 2, token: 0.00032, ms: 0.00033 } as const;
const msOfToken = 0.33;
const charactersOfToken = 4;

const paper: Readonly<Record<Mode, string>> = {
  no_memory: '60.8 / 0.0 / 60.8',
  short_hint: '74.5 / 12.0 / 48.6',
  top1_resolution: '58.3 / 86.3 / −115.9',
  top3_summary: '56.8 / 86.3 / −122.7',
  full_trace: '48.3 / 53.0 / −72.7',
};

/**
 * Table 8: half the cases are answerable, half are look-alikes. Success is a proxy: no agent runs here. Each mode is shown ungated,
 * as in the paper.
 */
export function contextBudgetTable(
  { generated, paraphrases, hardNegatives }: ObservedBenchmark,
  count: number,
): Table {
  const half = count / 2;
  const cases = [...paraphrases.slice(0, half), ...hardNegatives.slice(0, half)];
  const variants = new Map(generated.variants.map((variant) => [variant.id, variant]));
  return {
    title: `Table 8: context budget, ${cases.length} cases. Percent; utility = success − 2 FP − .00032 tokens − .00033 ms`,
    columns: [
      'mode',
      'tokens',
      'ms',
      'expected success',
      'shows a wrong memory',
      'utility',
      'paper: success / FP / utility',
    ],
    rows: modes.map((mode) => {
      const shown = cases.map(({ candidates, query }) => {
        const texts = textsOf(
          mode,
          candidates.flatMap(({ variant }) => variants.get(variant) ?? []),
        );
        const ids = candidates.slice(0, shownBy(mode)).map(({ variant }) => variant);
        const isRight = query.expected !== undefined && ids.includes(query.expected);
        return {
          tokens: texts.join('\n').length / charactersOfToken,
          isRight,
          isWrong: ids.length > 0 && !isRight,
        };
      });
      return [mode, ...figures(shown), paper[mode]];
    }),
  };
}

function shownBy(mode: Mode): number {
  if (mode === 'no_memory') return 0;
  return mode === 'top3_summary' ? 3 : 1;
}

function textsOf(mode: Mode, variants: readonly BenchVariant[]): readonly string[] {
  const shown = variants.slice(0, shownBy(mode));
  if (mode === 'short_hint') return shown.map(({ rootCause }) => rootCause);
  return shown.map(({ fix, failure }) => (mode === 'full_trace' ? `${failure.output}\n${fix}` : fix));
}

interface ShownCase {
  readonly tokens: number;
  readonly isRight: boolean;
  readonly isWrong: boolean;
}

function figures(cases: readonly ShownCase[]): readonly string[] {
  const mean = (value: (one: ShownCase) => number) =>
    cases.reduce((sum, one) => sum + value(one), 0) / cases.length;
  const tokens = mean((one) => one.tokens);
  const ms = tokens * msOfToken;
  const wrong = mean(({ isWrong }) => Number(isWrong));
  const success = proxy.base + proxy.right * mean(({ isRight }) => Number(isRight)) - proxy.wrong * wrong;
  const utility = success - price.falsePositive * wrong - price.token * tokens - price.ms * ms;
  return [
    tokens.toFixed(1),
    ms.toFixed(1),
    ...[success, wrong, utility].map((value) => (100 * value).toFixed(1)),
  ];
}
