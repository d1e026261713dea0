import type { JudgedTask, JudgedUnit } from '../../judging/judged-unit.ts';
import { readEvidence, type UnitEvidence } from '../../judging/read-evidence.ts';
import type { UnitKind } from '../../model/card.ts';
import type { ItemType, MemoryItem } from '../../model/memory-item.ts';
import type { Trust } from '../../model/provenance.ts';
import type { QueryProfile } from '../../query/profile-query.ts';
import type { InspectedCandidate } from './inspect-candidates.ts';

const kinds: Readonly<Record<ItemType, UnitKind>> = {
  decision: 'rule',
  constraint: 'rule',
  preference: 'rule',
  failure: 'failure',
  fix: 'failure',
  project_fact: 'memory',
  task_state: 'memory',
  command_result: 'memory',
};

/** What a memory is in the graph of an instance. */
export function kindOfItem({ type }: Pick<MemoryItem, 'type'>): UnitKind {
  return kinds[type];
}

/** How far a speaker's own confidence is believed. */
const trusted: Readonly<Record<Trust, number>> = {
  untrusted: 0.4,
  imported: 0.7,
  agent: 0.7,
  verified: 1,
  user: 1,
};

/**
 * Memories as units of evidence for what was asked, one for each.
 *
 * @param files being worked on: what is planned is to edit them, and to run the failing command again
 */
export function readUnits(
  candidates: readonly InspectedCandidate[],
  query: QueryProfile,
  files: readonly string[],
): readonly UnitEvidence[] {
  const best = Math.max(...candidates.map(({ score }) => score), Number.MIN_VALUE);
  return readEvidence(
    candidates.map((candidate) => judgedUnit(candidate, best)),
    {
      text: [query.words, ...(query.failure?.errorLines ?? [])].join('\n'),
      plannedActions: plannedActions(query, files),
    },
  );
}

export function plannedActions(
  { command }: Pick<QueryProfile, 'command'>,
  files: readonly string[],
): JudgedTask['plannedActions'] {
  return [...(command === undefined ? [] : [`run ${command}`]), ...files.map((file) => `edit ${file}`)];
}

function judgedUnit({ item, score, freshness, standing }: InspectedCandidate, best: number): JudgedUnit {
  const { outcomes } = standing;
  return {
    id: item.id,
    kind: kindOfItem(item),
    text: `${item.title}\n${item.content}`,
    places: [...item.anchors.map(({ path }) => path), ...item.references],
    names: [],
    tokens: item.tokenCost,
    confidence: item.confidence * trusted[item.trust],
    isStale: freshness === 'stale' || freshness === 'orphaned' || item.status !== 'active',
    retrieval: score / best,
    helped: (outcomes.verified ?? 0) + (outcomes.accepted ?? 0),
    failed: (outcomes.rejected ?? 0) + (outcomes.false_positive ?? 0),
    conflicts: item.relatedItems.filter(({ relation }) => relation === 'contradicts').length,
  };
}
