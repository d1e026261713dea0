import { expect, it } from 'vitest';
import { readMoment } from './read-moment.ts';

const about = { session_id: 's1', cwd: '/kettle', transcript_path: null };
const read = (event: object) => readMoment({ ...about, ...event });
const subjectOf = (event: object) => {
  const found = read(event);
  return found?.kind === 'moment' ? found.about : found;
};

it.each([
  ['startup', { kind: 'session_start', mayRepeat: false }],
  [undefined, { kind: 'session_start', mayRepeat: false }],
  ['compact', { kind: 'session_start', mayRepeat: true }],
  ['clear', { kind: 'session_start', mayRepeat: true }],
  ['resume', { kind: 'nothing', reason: 'the session goes on' }],
  ['fork', { kind: 'nothing', reason: 'the session goes on' }],
  ['constructor', { kind: 'nothing', reason: 'the session goes on' }],
])('knows how a session starts: %s', (source, expected) => {
  expect(subjectOf({ hook_event_name: 'SessionStart', source })).toEqual(expected);
});

it.each([
  ['user', { kind: 'prompt', prompt: 'mend the lid', paths: [] }],
  ['sdk', { kind: 'prompt', prompt: 'mend the lid', paths: [] }],
  [undefined, { kind: 'prompt', prompt: 'mend the lid', paths: [] }],
  ['loop_wakeup', { kind: 'nothing', reason: 'no user typed the prompt' }],
])('reads only prompts that a user typed: %s', (source, expected) => {
  expect(subjectOf({ hook_event_name: 'UserPromptSubmit', prompt: 'mend the lid', source })).toEqual(
    expected,
  );
});

it('knows which files a prompt names', () => {
  const prompt =
    'Mend `src/lid.ts`, see https://x.example/a/b and ./docs/Lid.md. Not version 2.1, nor e.g. that.';
  expect(subjectOf({ hook_event_name: 'UserPromptSubmit', prompt })).toMatchObject({
    paths: expect.arrayContaining(['src/lid.ts', 'docs/Lid.md']),
  });
});

it.each([
  ['Read', { file_path: 'a.ts' }, { kind: 'before_edit', paths: ['a.ts'], isRead: true }],
  ['Read', {}, { kind: 'nothing', reason: 'no file is read' }],
  ['Bash', { command: 'ls' }, undefined],
])('reads what was done with %s %j', (tool_name, tool_input, expected) => {
  expect(subjectOf({ hook_event_name: 'PostToolUse', tool_name, tool_input })).toEqual(expected);
});

it('reads which command is about to run', () => {
  const event = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'git push' } };
  expect(subjectOf(event)).toEqual({ kind: 'before_command', command: 'git push' });
});

const patch = [
  '*** Begin Patch',
  '*** Update File: src/lid.ts',
  '@@',
  '+*** Update File: not/this.ts',
  '*** Add File: src/new lid.ts',
  '*** Delete File: src/old.ts',
  '*** Update File: src/lid.ts',
  '*** End Patch',
].join('\n');

it.each([
  ['Edit', { file_path: '/kettle/a.ts' }, ['/kettle/a.ts']],
  ['Write', { file_path: 'a.ts' }, ['a.ts']],
  ['NotebookEdit', { notebook_path: 'a.ipynb' }, ['a.ipynb']],
  ['apply_patch', { command: patch }, ['src/lid.ts', 'src/new lid.ts']],
])('reads which files %s changes', (tool_name, tool_input, paths) => {
  const event = { hook_event_name: 'PreToolUse', tool_name, tool_input };
  expect(subjectOf(event)).toEqual({ kind: 'before_edit', paths });
});

it('names session, folder and event as they were told', () => {
  expect(read({ hook_event_name: 'PreCompact', trigger: 'auto' })).toEqual({
    ...{ kind: 'moment', hookEvent: 'PreCompact', about: { kind: 'before_compaction' } },
    ...{ cwd: '/kettle', session: 's1' },
  });
});

it.each([
  ['no prompt', { hook_event_name: 'UserPromptSubmit' }],
  ['a prompt of blanks', { hook_event_name: 'UserPromptSubmit', prompt: ' \n' }],
  ['a prompt that is no text', { hook_event_name: 'UserPromptSubmit', prompt: ['a'] }],
  ['another tool', { hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input: { file_path: 'a' } }],
  ['a tool named as what all objects have', { hook_event_name: 'PreToolUse', tool_name: 'toString' }],
  ['an edit of nothing', { hook_event_name: 'PreToolUse', tool_name: 'Edit', tool_input: null }],
  ['a patch without files', { hook_event_name: 'PreToolUse', tool_name: 'apply_patch', tool_input: {} }],
])('has nothing to tell of %s', (_, event) => {
  expect(read(event)?.kind).toBe('nothing');
});

it.each([
  [undefined],
  [null],
  ['SessionStart'],
  [[]],
  [{ hook_event_name: 'Stop' }],
  [{ hook_event_name: 7 }],
])('leaves %j to others', (event) => {
  expect(readMoment(event)).toBeUndefined();
});
