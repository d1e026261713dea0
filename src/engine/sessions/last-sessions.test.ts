import { expect, it } from 'vitest';
import type { SessionSummary } from '../../model/session.ts';
import { stillOpen } from './last-sessions.ts';

const files = {
  read: (path: string) =>
    ['tests/a_test.py', 'parts/b_test.py'].includes(path)
      ? { path, mode: 'file' as const, bytes: new Uint8Array() }
      : undefined,
};

it.each([
  ['pytest tests/a_test.py::test_lid -x', true],
  ['cd parts && pytest b_test.py | tail -5', true],
  ['npm test', true],
  ['pytest /tmp/try.py', true],
  ['cd parts && pytest try_test.py', false],
  ['pytest tests/a_test.py tests/try_test.py', false],
])('what a session left failing is open while the files that it names stand: %s', (command, expected) => {
  const failing = { command, error: 'AssertionError' };
  const [session] = stillOpen([{ failing } as unknown as SessionSummary], files as never);
  expect(session?.failing !== undefined).toBe(expected);
});
