import { expect, it } from 'vitest';
import { itemId } from '../../tests/fakes/memory-item.ts';
import { stillShared } from './exchange.ts';

const [kept, replaced, unknown] = [itemId(1), itemId(2), itemId(3)];

function repositoryWith(lines: readonly string[]) {
  const bytes = new TextEncoder().encode(lines.join('\n'));
  const files = { read: () => ({ bytes }) } as never;
  return { worktree: '/kettle', files };
}

it('finds the lessons that have a line of their own, not those that a line names', () => {
  const line = JSON.stringify({ id: kept, relatedItems: [{ id: replaced, relation: 'supersedes' }] });
  const here = repositoryWith(['# not a lesson', 'null', line]);
  expect(stillShared(here, [kept, replaced, unknown])?.ids).toEqual([kept]);
  expect(stillShared(here, [replaced])).toBeUndefined();
});
