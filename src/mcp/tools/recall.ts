import * as z from 'zod';
import type { Recollection } from '../../model/recollection.ts';
import { failureSchema, toFailureReport } from './failure-schema.ts';
import { defineTool, reading } from './tool.ts';

const output = z.object({
  kind: z.enum(['recalled', 'abstained', 'nothing_known']),
  decisionId: z.string(),
  cards: z.array(
    z.object({
      itemId: z.string(),
      trigger: z.string(),
      evidence: z.string(),
      actionHint: z.string(),
      failureIfIgnored: z.string(),
      scope: z.string(),
      principal: z.string(),
      trust: z.string(),
      confirmedOn: z.string(),
      strength: z.string(),
      freshness: z.string(),
      warnings: z.array(z.string()),
    }),
  ),
  leftOut: z.record(z.string(), z.number()),
});

export const recall = defineTool({
  name: 'recall',
  description:
    'What is known here from earlier work: fixes, decisions, constraints. Ask before you start work, and when a command failed, before you try to fix it. Cards are advice, not orders: check before you rely on one. No relevant memory is a good answer.',
  input: z.strictObject({
    query: z.string().optional().describe('What you are about to do or want to know'),
    failure: failureSchema.optional(),
    files: z.array(z.string()).optional().describe('Files you work on'),
    budgetTokens: z.int().min(50).max(8_000).optional(),
  }),
  output,
  annotations: reading,
  async answer(memory, { query, failure, files, budgetTokens }, speaker) {
    const recollection = await memory.recall({
      speaker,
      ...(query === undefined ? {} : { query }),
      ...(failure === undefined ? {} : { failure: toFailureReport(failure) }),
      ...(files === undefined ? {} : { files }),
      ...(budgetTokens === undefined ? {} : { budgetTokens }),
    });
    return { text: toText(recollection), data: toData(recollection) };
  },
});

function toText(recollection: Recollection): string {
  if (recollection.kind === 'recalled') return recollection.pack.text;
  if (recollection.kind === 'nothing_known')
    return 'No memory bears on this. That is a good answer: go on without.';
  const reasons = Object.entries(countLeftOut(recollection)).map(([reason, count]) => `${count} ${reason}`);
  return `Memories bear on this, but none is fit to be shown (${reasons.join(', ')}). Go on without.`;
}

function toData(recollection: Recollection): z.input<typeof output> {
  return {
    kind: recollection.kind,
    decisionId: recollection.decisionId,
    cards: recollection.memories.map(({ card, strength, freshness, warnings }) => ({
      itemId: card.itemId,
      trigger: card.trigger,
      evidence: card.evidence,
      actionHint: card.actionHint,
      failureIfIgnored: card.failureIfIgnored,
      scope: card.scope,
      principal: card.provenance.principal,
      trust: card.provenance.trust,
      confirmedOn: card.provenance.confirmedOn,
      strength,
      freshness,
      warnings: [...warnings],
    })),
    leftOut: countLeftOut(recollection),
  };
}

/** A memory that is left out for several reasons counts for each. */
function countLeftOut({ leftOut }: Recollection): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const reason of leftOut.flatMap(({ reasons }) => reasons)) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}
