import { describe, expect, it } from 'vitest';
import { omissionReasons, refusalReasons } from '../model/gate.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import { describeReason, describeReasons } from './descriptions.ts';

function about(...paths: readonly string[]): Pick<MemoryItem, 'anchors'> {
  const anchors = paths.map((path) => ({ path, blobId: 'b' }));
  return { anchors } as Pick<MemoryItem, 'anchors'>;
}

describe('reasons in words', () => {
  it.each([...refusalReasons, ...omissionReasons])('%s', (reason) => {
    // The first word may be the name of the reason; the rest says it to people.
    expect(describeReason(reason, undefined)).toMatch(/^[a-z][^_]{15,}[^.]$/);
    expect(describeReason(reason, about('src/x.ts'))).toMatch(/[^.]$/);
  });

  it('name the files where the reason lies in them', () => {
    expect(describeReason('stale', about('src/x.ts'))).toBe('stale: src/x.ts changed since');
    expect(describeReason('orphaned', about('a', 'b', 'a'))).toBe('orphaned: a or b is gone');
    expect(describeReason('stale', about('a', 'b', 'c', 'd', 'e'))).toBe(
      'stale: a or b or c or 2 more changed since',
    );
    expect(describeReason('expired', about('x.ts'))).not.toContain('x.ts');
  });

  it('are joined', () => {
    expect(describeReasons(['stale', 'other_branch'], about('x'))).toBe(
      'stale: x changed since; it was learned on another branch',
    );
  });
});
