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
  ['user', { kind: 'prompt', prompt: 'mend the lid' }],
  ['sdk', { kind: 'prompt', prompt: 'mend the lid' }],
  [undefined, { kind: 'prompt', prompt: 'mend the lid' }],
  ['loop_wakeup', { kind: 'nothing', reason: 'nobody typed the prompt' }],
])('reads prompts that somebody typed: %s', (source, expected) => {
  expect(subjectOf({ hook_event_name: 'UserPromptSubmit', prompt: 'mend the lid', source })).toEqual(
    expected,
  );
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
