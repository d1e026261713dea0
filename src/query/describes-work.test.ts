import { expect, it } from 'vitest';
import { describesWork } from './describes-work.ts';
import { splitIssue } from './split-issue.ts';

it.each([
  'Registering a blueprint twice with nested children raises an error about duplicate endpoint names',
  'Fix `parse_header` for empty archives please',
  'src/lid.ts should close the handle twice',
  'Traceback (most recent call last):\n  File "lid.py", line 3, in close\nValueError: no',
])('a report says enough: %s', (text) => {
  expect(describesWork(splitIssue(text))).toBe(true);
});

it.each(['', 'thanks', 'try again', 'run all tests again and tell me', '`ls`', 'what did you change?', '👍'])(
  'a remark does not: %s',
  (text) => {
    expect(describesWork(splitIssue(text))).toBe(false);
  },
);
