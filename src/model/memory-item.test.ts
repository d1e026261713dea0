import { expect, it } from 'vitest';
import { type MemoryItem, seenFixOf } from './memory-item.ts';

const fix = (seen: string) =>
  ({
    trust: 'agent',
    source: 'transcript',
    scope: 'repo:1',
    body: { kind: 'variant', seen },
  }) as unknown as MemoryItem;

it.each([
  ['Call `npm test` instead.', true],
  ['Edit src/a.ts:\n+ const a = 1;', true],
  ['Use `python3`, not `python`.', false],
  ['Run `mix archive.install github x/y` first, then `mix test`.', false],
])('shows a fix of a session as it is kept now, and no command of the list before: %j', (seen, isShown) => {
  expect(seenFixOf(fix(seen))).toBe(isShown ? seen : undefined);
});
