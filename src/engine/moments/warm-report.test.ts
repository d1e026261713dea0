import { expect, it } from 'vitest';
import { readCommandResult } from './read-command-result.ts';
import { readWarmReport, type WarmEvent, warmArguments } from './warm-report.ts';

/** Fills in the arguments as an agent does; what the event lacks is left standing, or empty. */
function filled(
  event: { readonly hook_event_name: string },
  missing: (placeholder: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(warmArguments(event.hook_event_name as WarmEvent)).map(([name, placeholder]) => {
      const path = placeholder.slice(2, -1).split('.');
      const value = path.reduce<unknown>(
        (at, key) => (at as Record<string, unknown> | undefined)?.[key],
        event,
      );
      return [name, value === undefined ? missing(placeholder) : String(value)];
    }),
  );
}

const about = {
  session_id: 's1',
  cwd: '/kettle',
  tool_name: 'Bash',
  tool_use_id: 'toolu_1',
  tool_input: { command: 'npm test' },
};
const failed = {
  ...about,
  hook_event_name: 'PostToolUseFailure',
  error: 'Exit code 3\nerror: no lid',
  is_interrupt: false,
};
const passed = {
  ...about,
  hook_event_name: 'PostToolUse',
  tool_response: { stdout: 'error: no lid', stderr: '', interrupted: false, isImage: false },
};

it.each([
  ['left standing', (placeholder: string) => placeholder],
  ['empty', () => ''],
  ['said to be undefined', () => 'undefined'],
])('is read as what a started hook reads, with what is missing %s', (_, missing) => {
  for (const event of [failed, passed, { ...failed, is_interrupt: true }])
    expect(readCommandResult(readWarmReport(filled(event, missing)))).toEqual(readCommandResult(event));
});

it.each([
  ['a run in the background', { backgroundTaskId: 'b1' }],
  ['a status that is no failure', { returnCodeInterpretation: 'No matches found' }],
  ['an interruption', { interrupted: true }],
])('knows %s', (_, more) => {
  const event = { ...passed, tool_response: { ...passed.tool_response, ...more } };
  const read = readCommandResult(readWarmReport(filled(event, (placeholder) => placeholder)));
  expect(read).toEqual({ kind: 'nothing', reason: 'passed' });
});

it('leaves out what is of no known name or form', () => {
  expect(readWarmReport({ command: 7, error: { a: 1 }, cwd: null, __proto__: 'x', other: 'y' })).toEqual({});
  expect(readWarmReport(JSON.parse('{"__proto__": {"cwd": "/x"}}'))).toEqual({});
});
