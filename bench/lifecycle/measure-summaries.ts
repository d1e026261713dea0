import type { MaintenanceReport, openHome } from '../../src/index.ts';

/** Tokens that one summary saved, and facts of its parts that it lacks. */
export interface MeasuredSummary {
  readonly text: string;
  readonly parts: number;
  /** Tokens. */
  readonly before: number;
  readonly after: number;
  /** Paths, numbers and commands of the parts. */
  readonly facts: number;
  readonly lostFacts: number;
}

export async function measureSummaries(
  opened: Awaited<ReturnType<typeof openHome>>,
  { summaries }: MaintenanceReport,
): Promise<readonly MeasuredSummary[]> {
  const measured: MeasuredSummary[] = [];
  for (const { id, tokensBefore: before, tokensAfter: after } of summaries) {
    const { item } = await opened.show(id);
    const ids = item.relatedItems.flatMap((one) => (one.relation === 'supersedes' ? [one.id] : []));
    const parts = await Promise.all(ids.map((part) => opened.show(part)));
    const facts = parts.flatMap((part) => hardFacts(part.item.content));
    const lostFacts = facts.filter((fact) => !item.content.includes(fact)).length;
    measured.push({ text: item.content, parts: parts.length, before, after, facts: facts.length, lostFacts });
  }
  return measured;
}

/** Paths, numbers and commands, read in another way than the product reads them. */
function hardFacts(content: string): readonly string[] {
  const paths = content.match(/(?:[\w.-]+\/)+[\w.-]*\w/g) ?? [];
  const numbers = content.match(/\d+(?:\.\d+)*/g) ?? [];
  const commands = [...content.matchAll(/^\s*\$ (.+)$/gm)].map(([, command = '']) => command.trim());
  return [...paths, ...numbers, ...commands];
}
