import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openHome, openMemory } from '../../src/index.ts';
import { newHome } from '../doors/open-library.ts';
import { buildRepository, temporaryFolder } from '../git/build-repository.ts';
import { type TranscriptStep, transcriptLines, writeTranscript } from './build-transcript.ts';

const failing = {
  run: 'npm test',
  exitCode: 1,
  output:
    "✖ finds a row\nTypeError: Cannot read properties of undefined (reading 'name')\n    at find (src/find.ts:4:12)",
} as const;
const passing = { run: 'npm test', output: '✔ finds a row\n1 passing' } as const;
const [before, fixed] = ['  return rows[id].name;', '  return rows[Number(id)].name;'];

async function workshop() {
  const { path: repository, commit } = buildRepository();
  commit('begin', { 'src/find.ts': `function find(id) {\n${fixed}\n}\n` });
  const home = newHome();
  const transcripts = temporaryFolder();
  const memory = await openMemory({ repository, home });
  const opened = await openHome({ home, repository, speaker: { kind: 'user', name: 'ada', source: 'cli' } });
  onTestFinished(async () => {
    await memory.close();
    await opened.close();
  });
  const mine = async (session: string, startedAtMs: number, steps: readonly TranscriptStep[]) => {
    const path = join(transcripts, `${session}.jsonl`);
    writeTranscript(path, transcriptLines({ session, directory: repository, startedAtMs }, steps));
    return await memory.mineSessions({ places: [path] });
  };
  const fix = { edit: join(repository, 'src/find.ts'), before, after: fixed };
  const [lesson] = (await mine('s1', Date.now() - 60_000, [failing, fix, passing])).lessons;
  writeFileSync(join(repository, 'src/find.ts'), `function find(id) {\n${before}\n}\n`);
  const shown = await memory.recall({
    failure: { command: failing.run, output: failing.output, exitCode: 1 },
    moment: 'after_failure',
    speaker: { kind: 'agent', name: 'claude-code', source: 'hook', session: 's2' },
  });
  expect(shown.pack.text).toContain('Number(id)');
  const id = lesson?.itemId ?? '';
  const outcomes = async () => (await opened.show(id)).outcomes;
  // The card came after the first step.
  const startedAtMs = Date.now() - 500;
  return {
    stepsTaken: async () => (await opened.why(shown.decisionId)).receipt.steps,
    mine: (steps: readonly TranscriptStep[], aheadMs = 0) => mine('s2', startedAtMs + aheadMs, steps),
    fix,
    repository,
    id,
    opened,
    outcomes,
  };
}

it('a card that was followed, after which the command passed, gets the credit once', async () => {
  const { mine, fix, id, opened, outcomes } = await workshop();
  await mine([failing, fix, passing]);
  expect(await outcomes()).toEqual({ verified: 1 });
  await mine([failing, fix, passing, { user: 'Thanks, now the docs.' }]);
  expect(await outcomes()).toEqual({ verified: 1 });
  expect((await opened.show(id)).item.trust).toBe('agent');
});

it('a card tells how many steps were taken after it, and when its fix was learned', async () => {
  const { mine, fix, stepsTaken } = await workshop();
  const looks = { run: 'git diff', output: '' };
  await mine([failing, looks, fix]);
  expect(await stepsTaken()).toBeUndefined();
  await mine([failing, looks, fix, passing]);
  expect(await stepsTaken()).toEqual({ now: 3, firstTime: 2 });
  await mine([failing, looks, fix, passing, looks, passing]);
  expect(await stepsTaken()).toEqual({ now: 3, firstTime: 2 });
});

it('an outcome from a clock that was ahead is dated now at the latest', async () => {
  const { mine, fix, opened, outcomes } = await workshop();
  await mine([failing, fix, passing], 365 * 86_400_000);
  expect(await outcomes()).toEqual({ verified: 1 });
  const told = [...opened.exportLines()].flatMap(
    (line) => (JSON.parse(line) as { readonly outcomes?: readonly { readonly at: string }[] }).outcomes ?? [],
  );
  expect(told.filter(({ at }) => Date.parse(at) > Date.now())).toEqual([]);
});

it('a card whose change is taken back later gets the blame in its place', async () => {
  const { mine, fix, outcomes } = await workshop();
  await mine([failing, fix, passing]);
  await mine([failing, fix, passing, { run: 'git checkout -- src/find.ts', output: 'done' }]);
  expect(await outcomes()).toEqual({ rejected: 1 });
});

it('a card that was passed by gets neither', async () => {
  const { mine, outcomes } = await workshop();
  await mine([failing, { user: 'The database was down, try again.' }, passing]);
  expect(await outcomes()).toEqual({ ignored: 1 });
});

it('a card was wrong where the failure was mended otherwise, though in the same file', async () => {
  const { mine, repository, outcomes } = await workshop();
  const otherwise = {
    edit: join(repository, 'src/find.ts'),
    before: 'function find(id) {',
    after: 'function find(id) {\n  if (!rows.has(id)) return undefined;',
  };
  await mine([failing, otherwise, passing]);
  expect(await outcomes()).toEqual({ false_positive: 1 });
});

it('a card gets no outcome when its line was mended in other words', async () => {
  const { mine, fix, outcomes } = await workshop();
  await mine([failing, { ...fix, after: '  return find(id)?.name;' }, passing]);
  expect(await outcomes()).toEqual({});
});

it('a session that was shown nothing, or is not at its end, says nothing of it', async () => {
  const { mine, fix, outcomes } = await workshop();
  await mine([failing, fix]);
  expect(await outcomes()).toEqual({});
});
