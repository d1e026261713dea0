import { quoteText } from '../../cards/quote-text.ts';
import type { CoupledFile } from '../../model/answers/commit-answers.ts';
import type { Guardrail, PastFileChange } from '../../model/answers/recollection.ts';
import type { ContextUnit } from '../../model/card.ts';
import type { Scope } from '../../model/provenance.ts';
import { fuseUnits } from '../../retrieval/fuse-units.ts';

/** What is shown, each with the length of its lines. */
interface ShownAboutFile {
  /** Of the memories. */
  readonly units: readonly ContextUnit[];
  readonly rules: readonly (readonly [Guardrail, tokens: number])[];
  readonly coupled: readonly (readonly [CoupledFile, tokens: number])[];
  readonly changes: readonly (readonly [PastFileChange, tokens: number])[];
  /** Of what the index yields. */
  readonly scope: Scope;
}

/**
 * What is shown about a file, of whatever bank, in one shape. How sure each is of being about the file: a rule by how near it is, a file by how
 * often it changed with this one, a commit without doubt.
 */
export function fileUnits({ units, rules, coupled, changes, scope }: ShownAboutFile): readonly ContextUnit[] {
  const indexed = { scope, origin: 'untrusted' } as const;
  return fuseUnits([
    ...units,
    ...rules.map(([{ rule, pattern, nearness }, tokens]): ContextUnit => {
      const { id, trust: origin } = pattern;
      return {
        ...{ bank: 'failures', id, label: rule, score: nearness.value, confidence: nearness.value, tokens },
        ...{ origin, scope: pattern.scope, freshness: 'none' },
      };
    }),
    ...coupled.map(([{ path, share }, tokens]): ContextUnit => {
      const found = { score: share, confidence: share, tokens, freshness: 'fresh' } as const;
      return { bank: 'files', id: path, label: quoteText(path), ...found, ...indexed };
    }),
    ...changes.map(([{ id, subject }, tokens]): ContextUnit => {
      const found = { score: 1, confidence: 1, tokens, freshness: 'none' } as const;
      return { bank: 'commits', id, label: subject, ...found, ...indexed };
    }),
  ]);
}
