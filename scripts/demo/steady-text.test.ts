import { expect, test } from 'vitest';
import { steadyText } from './steady-text.ts';

const changing = { userHome: '/tmp/demo-x1', userName: 'root' };

function recordingOf(id: string, other: string): string {
  return [
    `Decision ${id}-06b7-48a8-9af5-2f294716a05d`,
    `afterwit feedback ${id} verified`,
    `memory ${other} (user, repo, confirmed 2026-11-20)`,
    '<afterwit-memory id="0618a5320466">',
  ].join('\n');
}

test('two recordings are the same in the end', () => {
  const one = steadyText(recordingOf('37bee0f6', 'da57f17e'), changing);
  const two = steadyText(recordingOf('00112233', '44556677'), changing);
  expect(two).toBe(one);
  expect(one).not.toContain('37bee0f6');
});

test('an id stays the same in all places, and is another than others', () => {
  const [decision = '', feedback = '', memory = ''] = steadyText(
    recordingOf('37bee0f6', 'da57f17e'),
    changing,
  ).split('\n');
  const id = /feedback ([0-9a-f]{8}) /.exec(feedback)?.[1];
  expect(decision).toMatch(new RegExp(`^Decision ${id}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$`));
  expect(memory).not.toContain(id);
});

test.each([
  ["Cannot find '/tmp/demo-x1/kettle/a.js'", "Cannot find '/home/ada/kettle/a.js'"],
  ['said by user:root', 'said by user:ada'],
  ['  in       repository, user root, global', '  in       repository, user ada, global'],
  ['    from     root, said by a person', '    from     ada, said by a person'],
  ['the root of it', 'the root of it'],
  ['when     just now, 2026-11-20 14:29 UTC', 'when     just now, 2026-01-15 09:30 UTC'],
  ['✖ test/boil.test.js (148.397116ms)', '✖ test/boil.test.js (12.3ms)'],
  ['ℹ duration_ms 173.395356', 'ℹ duration_ms 12.3'],
  ['Node.js v24.21.0', 'Node.js v24'],
  ['session 5f0c6a52-6a1b-4a77-9a2f-0d2f5f0a9e11', 'session 5f0c6a52-6a1b-4a77-9a2f-0d2f5f0a9e11'],
  ['71 terms, 100% of 11.931', '71 terms, 100% of 11.931'],
])('%s', (text, steady) => {
  expect(steadyText(text, changing)).toBe(steady);
});
