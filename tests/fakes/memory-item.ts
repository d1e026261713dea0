import type { ItemId, RedactedText } from '../../src/model/brands.ts';
import type { FailureProfile } from '../../src/model/failure.ts';
import type { MemoryItem } from '../../src/model/memory-item.ts';
import { globalScope } from '../../src/model/provenance.ts';

/** Text of a test, which holds no secrets. */
export function clean(text: string): RedactedText {
  return text as RedactedText;
}

export function itemId(number: number): ItemId {
  return `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000` as ItemId;
}

/** A memory that a person said; what matters to a test is changed. */
export function memoryItem(changes: Partial<MemoryItem> = {}): MemoryItem {
  const id = changes.id ?? itemId(1);
  return {
    id,
    scope: globalScope,
    layer: 'procedural',
    type: 'fix',
    title: clean('npm test fails'),
    content: clean('Run npm run build first.'),
    tags: [],
    source: 'cli',
    confidence: 0.9,
    salience: 0.5,
    createdAtMs: 1_000,
    updatedAtMs: 1_000,
    accessCount: 0,
    references: [],
    fingerprint: `fingerprint of ${id}`,
    status: 'active',
    relatedItems: [],
    origin: 'cli',
    principal: 'user:ada',
    trust: 'user',
    quarantined: false,
    anchors: [],
    tokenCost: 60,
    extra: {},
    ...changes,
  };
}

export function failureProfile(changes: Partial<FailureProfile> = {}): FailureProfile {
  return { errorLines: [], excerpt: clean(''), exceptionTypes: [], entities: [], ...changes };
}
