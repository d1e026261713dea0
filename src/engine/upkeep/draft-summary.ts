import { fingerprintOf, identityOf } from '../../lessons/fingerprint.ts';
import { ttlDaysOf } from '../../lifecycle/expiry.ts';
import type { ForgettingSettings } from '../../lifecycle/options.ts';
import type { ItemId } from '../../model/brands.ts';
import type { ItemType, MemoryItem } from '../../model/memory-item.ts';
import { leastTrust } from '../../model/provenance.ts';
import { redact } from '../../redaction/redact.ts';

/** Whose word a summary is: nobody's but that of its fragments. `forget --origin maintain` undoes all of them. */
const summaryOrigin = 'maintain';

interface SummaryTerms {
  readonly id: ItemId;
  /** What the fragments say (`summariseCluster`). */
  readonly text: string;
  readonly nowMs: number;
  readonly settings: ForgettingSettings;
}

/**
 * One memory that says what several say, newest first: believed as little as the least believed of them, linked to all, as old as the
 * newest. Its card is not counted yet.
 */
export function draftSummary(
  fragments: readonly MemoryItem[],
  { id, text, nowMs, settings }: SummaryTerms,
): MemoryItem {
  const [newest] = fragments as readonly [MemoryItem, ...MemoryItem[]];
  const content = redact(text);
  const type: ItemType = newest.type === 'failure' ? 'failure' : 'project_fact';
  const ttlDays = ttlDaysOf(type, settings);
  const principals = new Set(fragments.map(({ principal }) => principal));
  const latest = (times: readonly (number | undefined)[]) => Math.max(...times.map((time) => time ?? 0));
  const lastAccessedAtMs = latest(fragments.map((fragment) => fragment.lastAccessedAtMs));
  return {
    id,
    scope: newest.scope,
    layer: 'semantic',
    type,
    title: redact(`${newest.title} (and ${fragments.length - 1} like it)`),
    content,
    tags: distinct(fragments.flatMap(({ tags }) => tags)),
    source: summaryOrigin,
    confidence: Math.min(...fragments.map(({ confidence }) => confidence)),
    salience: Math.max(...fragments.map(({ salience }) => salience)),
    ...(ttlDays === undefined ? {} : { ttlDays }),
    createdAtMs: nowMs,
    updatedAtMs: latest(fragments.map(({ updatedAtMs }) => updatedAtMs)),
    accessCount: fragments.reduce((sum, { accessCount }) => sum + accessCount, 0),
    ...(lastAccessedAtMs > 0 ? { lastAccessedAtMs } : {}),
    references: distinct(fragments.flatMap(({ references }) => references)),
    fingerprint: fingerprintOf(identityOf(type, content, undefined)),
    status: 'active',
    relatedItems: [
      ...fragments.map((fragment) => ({ id: fragment.id, relation: 'supersedes' }) as const),
      ...fragments.flatMap(({ relatedItems }) => relatedItems),
    ],
    origin: summaryOrigin,
    principal: principals.size === 1 ? newest.principal : summaryOrigin,
    trust: leastTrust(fragments.map(({ trust }) => trust)),
    quarantined: false,
    anchors: fragments.flatMap(({ anchors }) => anchors),
    ...(newest.learnedAt === undefined ? {} : { learnedAt: newest.learnedAt }),
    tokenCost: 0,
    extra: {},
  };
}

function distinct<T>(all: readonly T[]): readonly T[] {
  return [...new Set(all)];
}
