import { expect, it } from 'vitest';
import { systemRandom } from './machine.ts';

it('gives version 4 UUIDs, each its own', () => {
  const ids = Array.from({ length: 1_000 }, () => systemRandom.uuid());
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
  // Every digit that is not fixed takes every value.
  const free = [0, 1, 9, 15, 20, 35];
  for (const at of free) expect(new Set(ids.map((id) => id[at])).size).toBe(16);
});
