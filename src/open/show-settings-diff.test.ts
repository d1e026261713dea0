import { expect, it } from 'vitest';
import { compareLines } from '../text/line-changes.ts';
import { showSettingsDiff } from './show-settings-diff.ts';

const said = ['quince-lemon-42', 'the north stair'] as const;
const ours = '{"type":"stdio","command":"/opt/node","args":["/opt/afterwit"]}';

function shown(before: string, after: string): string {
  return showSettingsDiff(compareLines(before, after)).join('\n');
}

it.each([
  ['JSON in one line', (own: string) => `{"env":{"THING":"${said[0]}","OTHER":"${said[1]}"}${own}}`],
  ['JSON in a line with a comment', (own: string) => `{"a":1 /* ${said[0]} */,"b":"${said[1]}"${own}}`],
  ['an array in one line', (own: string) => `{"args":["--thing","${said[0]}","${said[1]}"]${own}}`],
  ['an inline table', (own: string) => `servers = { thing = '${said[0]}', other = "${said[1]}"${own} }`],
])('shows nothing but ours of a line that changes: %s', (_, write) => {
  for (const [before, after] of [
    [write(''), write(`,"afterwit":${ours}`)],
    [write(`,"afterwit":${ours}`), write('')],
    [write(`,"afterwit":${ours.replace('node', 'old')}`), write(`,"afterwit":${ours}`)],
  ] as const) {
    const text = shown(before, after);
    for (const value of said) expect(text).not.toContain(value);
    expect(text.split('\n').map((line) => line[0])).toEqual(['-', '+']);
  }
});

it('shows what is ours, and keys', () => {
  const text = shown('{"env":{"THING":"x"}}', `{"env":{"THING":"x"},"afterwit":${ours}}`);
  expect(text).toBe(`-{"env":{"THING":"…"}}\n+{"env":{"THING":"…"},"afterwit":${ours}}`);
});
