import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type MinedLesson, openHome } from '../../src/index.ts';
import type { ItemId } from '../../src/model/brands.ts';
import { openStore } from '../contract/memory-store/example-store.ts';
import { newHome, open } from '../doors/open-library.ts';
import { fixedClock } from '../fakes/fixed-clock.ts';
import { buildRepository, temporaryFolder } from '../git/build-repository.ts';
import { type TranscriptStep, transcriptLines, writeTranscript } from './build-transcript.ts';

const hourMs = 3_600_000;
const startMs = Date.UTC(2026, 1, 3, 10);
const failing = {
  run: 'npm test',
  exitCode: 1,
  output: "TypeError: Cannot read properties of undefined (reading 'name')\n    at find (src/find.ts:4:12)",
} as const;
const passing = { run: 'npm test', output: '1 passing' } as const;
const edit = { edit: 'src/row.ts', before: 'a', after: 'b' } as const;

const todo = (...states: readonly string[]): TranscriptStep => ({
  tool: 'TodoWrite',
  input: {
    todos: states.map((status, at) => ({ content: `Step ${at + 1}`, status, activeForm: 'Doing it' })),
  },
});

async function workshop() {
  const { path: repository, commit } = buildRepository();
  commit('begin', { 'src/row.ts': 'x' });
  const home = newHome();
  const transcripts = temporaryFolder();
  const clock = fixedClock(startMs + hourMs);
  const memory = await open(repository, home, { clock });
  const opened = await openHome({
    home,
    repository,
    clock,
    speaker: { kind: 'user', name: 'ada', source: 'cli' },
  });
  onTestFinished(() => opened.close());
  const mine = async (
    session: string,
    steps: readonly TranscriptStep[],
    startedAtMs = startMs,
  ): Promise<readonly MinedLesson[]> => {
    const path = join(transcripts, `${session}.jsonl`);
    writeTranscript(path, transcriptLines({ session, directory: repository, startedAtMs }, steps));
    const { lessons } = await memory.mineSessions({ places: [path] });
    return lessons.filter(({ type }) => type === 'task_state' || type === 'command_result');
  };
  const left = async () =>
    (await opened.list({ types: ['task_state', 'command_result'] })).items.map(({ content }) => content);
  return { repository, home, memory, opened, clock, mine, left };
}

describe('the open work of a session', () => {
  it('is remembered: its tasks, and the check that failed last', async () => {
    const { mine, opened } = await workshop();
    const lessons = await mine('s1', [
      { user: 'Make it so' },
      todo('completed', 'in_progress', 'pending'),
      edit,
      failing,
    ]);
    expect(lessons).toMatchObject([
      {
        fate: 'added',
        type: 'task_state',
        text: 'A session left 2 of 3 tasks open:\n- Step 2 (begun)\n- Step 3',
        evidence: { session: 's1', line: 2 },
      },
      { fate: 'added', type: 'command_result', command: 'npm test' },
    ]);
    const { item } = await opened.show(lessons[1]?.itemId ?? '');
    expect(item.content).toMatch(
      /^`npm test` failed after the last change of a session:\nTypeError: Cannot read/,
    );
    expect(item).toMatchObject({ trust: 'agent', origin: 'transcript:claude-code/s1', ttlDays: 30 });
  });

  it('gives way to what is so later, in the same session and in the next one', async () => {
    const { mine, left } = await workshop();
    await mine('s1', [todo('pending', 'pending'), edit, failing]);
    expect(await left()).toHaveLength(2);
    const again = await mine('s1', [
      todo('completed', 'pending'),
      edit,
      failing,
      todo('completed', 'in_progress'),
    ]);
    expect(again.map(({ type, fate }) => [type, fate])).toEqual([
      ['task_state', 'added'],
      ['command_result', 'known'],
    ]);
    expect((await left()).filter((text) => text.includes('tasks'))).toEqual([
      'A session left 1 of 2 tasks open:\n- Step 2 (begun)',
    ]);
    await mine('s2', [edit, passing], startMs + hourMs / 2);
    expect((await left()).some((text) => text.includes('npm test'))).toBe(false);
    await mine('s1', [edit, failing, edit, failing, todo('completed', 'completed')]);
    // An earlier session that is read again does not speak for a later one.
    expect(await left()).toEqual([]);
  });

  it('is nothing where all is done, nothing was changed, or it is long ago', async () => {
    const { mine, clock } = await workshop();
    expect(await mine('s1', [todo('completed', 'completed'), edit, failing, passing])).toEqual([]);
    expect(await mine('s2', [failing])).toEqual([]);
    expect(await mine('s5', [edit, failing, edit])).toEqual([]);
    expect(await mine('s3', [edit, { ...failing, run: 'ls src/none' }])).toEqual([]);
    clock.advance(40 * 24 * hourMs);
    expect(await mine('s4', [todo('pending'), edit, failing])).toEqual([]);
  });

  it('is followed again where a summary took its place', async () => {
    const { home, mine, left } = await workshop();
    const begun = [{ user: 'Make it so' }, todo('in_progress', 'pending'), edit];
    const [tasks] = await mine('s1', begun);
    const store = openStore(home);
    await store.transact((transaction) => {
      const known = transaction.item(tasks?.itemId as ItemId);
      if (known !== undefined)
        transaction.updateItem({
          ...known,
          status: 'archived',
          archivedFor: 'summary',
          supersededById: known.id,
        });
    });
    store.close();
    expect(await left()).toEqual([]);
    await mine('s1', [...begun, todo('completed', 'in_progress')]);
    expect(await left()).toEqual([expect.stringContaining('1 of 2 tasks open')]);
  });

  it('stays as a person decided', async () => {
    const { mine, opened, left } = await workshop();
    const [tasks, result] = await mine('s1', [todo('pending'), edit, failing]);
    await opened.edit(tasks?.itemId ?? '', { content: 'Ask Ada before step 1.' });
    await opened.reject(result?.itemId ?? '');
    await mine('s1', [todo('pending', 'pending'), edit, failing, edit, failing]);
    await mine('s2', [edit, failing], startMs + hourMs / 2);
    expect(await left()).toEqual(['Ask Ada before step 1.']);
  });

  it('is not shown to an agent that did not ask', async () => {
    const { mine, memory } = await workshop();
    await mine('s1', [todo('pending'), edit, failing]);
    const speaker = { kind: 'agent', name: 'claude-code', source: 'hook', session: 's2' } as const;
    const failure = { command: failing.run, output: failing.output, exitCode: 1 };
    expect((await memory.recall({ failure, moment: 'after_failure', speaker })).pack.text).toBe('');
  });

  it('of tasks is read from single changes, too', async () => {
    const { mine } = await workshop();
    const [tasks] = await mine('s1', [
      { tool: 'TaskCreate', input: { subject: 'Write the test', description: 'x' } },
      { tool: 'TaskCreate', input: { subject: 'Mend the lookup', description: 'x' } },
      { tool: 'TaskUpdate', input: { taskId: '1', status: 'completed' } },
      { tool: 'TaskUpdate', input: { taskId: '2', status: 'in_progress' } },
    ]);
    expect(tasks?.text).toBe('A session left 1 of 2 tasks open:\n- Mend the lookup (begun)');
  });
});
