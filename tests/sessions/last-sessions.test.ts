import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openHome } from '../../src/index.ts';
import { newHome, open } from '../doors/open-library.ts';
import { fixedClock } from '../fakes/fixed-clock.ts';
import { buildRepository, temporaryFolder } from '../git/build-repository.ts';
import { type TranscriptStep, transcriptLines, writeTranscript } from './build-transcript.ts';

const startMs = Date.UTC(2026, 1, 3, 10);
const hourMs = 3_600_000;
const failing = {
  run: 'npm test',
  exitCode: 1,
  output: "TypeError: Cannot read properties of undefined (reading 'name')\n    at find (src/find.ts:4:12)",
} as const;
const edit = (path: string): TranscriptStep => ({ edit: path, before: 'a', after: 'b' });
const commit = {
  run: 'git commit -qam "Close the lid" && git log -1',
  output: '[main 1a2b3c4] Close the lid\n 1 file changed',
} as const;

async function workshop() {
  const { path: repository, commit: begin } = buildRepository();
  begin('begin', { 'src/row.ts': 'x' });
  const home = newHome();
  const clock = fixedClock(startMs + hourMs);
  const memory = await open(repository, home, { clock });
  const speaker = { kind: 'user', name: 'ada', source: 'cli' } as const;
  const opened = await openHome({ home, repository, clock, speaker });
  onTestFinished(() => opened.close());
  const folder = temporaryFolder();
  const pathOf = (session: string) => join(folder, `${session}.jsonl`);
  const mine = async (session: string, steps: readonly TranscriptStep[], startedAtMs = startMs) => {
    writeTranscript(pathOf(session), transcriptLines({ session, directory: repository, startedAtMs }, steps));
    await memory.mineSessions({ places: [pathOf(session)] });
  };
  return { repository, home, memory, opened, mine, pathOf };
}

test('requests, changes, commits and failures of the last sessions are summed up in three lines', async () => {
  const { memory, mine, opened } = await workshop();
  await memory.keepMiningConsent('yes');
  expect(await memory.sessions()).toEqual({ sessions: [], lines: [] });
  expect((await memory.brief()).lately).toEqual([]);

  await mine('s1', [{ user: 'Close the lid\nplease' }, edit('src/row.ts'), edit('src/lid.ts'), commit]);
  const asked = `Why does it leak? token=${['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')} ${'x'.repeat(200)}`;
  await mine('s2', [{ user: asked }, edit('src/leak.ts'), failing], startMs + hourMs);
  const { sessions, lines } = await memory.sessions();
  expect(sessions).toMatchObject([
    { session: 's2', files: ['src/leak.ts'], commits: [] },
    { session: 's1', request: 'Close the lid please', commits: ['1a2b3c4 Close the lid'] },
  ]);
  expect(sessions[0]?.request?.length).toBeLessThanOrEqual(120);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(
    /^did: 2026-02-03 "Why does it leak\?.*"Close the lid please", changed src\/row\.ts, src\/lid\.ts, committed 1a2b3c4 Close the lid$/,
  );
  expect(lines[1]).toMatch(/^left open: npm test fails: TypeError: Cannot read/);
  expect(lines[2]).toMatch(/^learned: \d+ memor/);
  expect(lines.join()).not.toContain('ghp_');
  const told = await memory.brief();
  expect(told.lately).toEqual(lines);
  // The receipt counts what was told.
  const shown = (await opened.why(told.decisionId)).receipt;
  expect(shown.usedTokens).toBeGreaterThan(told.pack.tokens);
  // Of a plan, only what was done for the like.
  const planned = (await memory.brief({ query: 'the lid' })).lately;
  expect(planned).toEqual([expect.stringMatching(/^worked on before: 2026-02-03 "Close the lid"/)]);
  expect((await memory.brief({ query: 'paint the garden fence' })).lately).toEqual([]);
});

test('a session that goes on is told whole, and what passes is no longer open', async () => {
  const { memory, mine, pathOf, repository } = await workshop();
  await memory.keepMiningConsent('yes');
  await mine('s1', [{ user: 'Close the lid' }, edit('src/lid.ts'), failing]);
  const more = transcriptLines({ session: 's1', directory: repository, startedAtMs: startMs + 60_000 }, [
    { user: 'And the spout' },
    edit('src/spout.ts'),
    { run: 'npm test', output: '1 passing' },
  ]);
  appendFileSync(pathOf('s1'), more.map((line) => `${line}\n`).join(''));
  await memory.mineSessions({ places: [pathOf('s1')] });
  const { sessions } = await memory.sessions();
  expect(sessions).toMatchObject([{ request: 'Close the lid', files: ['src/lid.ts', 'src/spout.ts'] }]);
  expect(sessions[0]).not.toHaveProperty('failing');
});

test('vain attempts are told when asked for, and go with the session', async () => {
  const { memory, mine, opened } = await workshop();
  await memory.keepMiningConsent('yes');
  const passing = { run: 'npm test', output: '1 passing' } as const;
  const steps = [
    { user: 'Close the pot' },
    failing,
    edit('src/row.ts'),
    failing,
    edit('src/pot.ts'),
    passing,
  ];
  await mine('s1', steps);
  const { sessions, lines } = await memory.sessions();
  expect(sessions[0]?.triedInVain?.join()).toContain('src/row.ts');
  expect(lines[0]).toMatch(/, in vain .*src\/row\.ts/);
  expect(lines).toHaveLength(2);
  const start = { kind: 'agent', name: 'claude-code', source: 'hook', session: 's2' } as const;
  const told = await memory.atMoment({ kind: 'session_start', speaker: start });
  expect(told).toMatchObject({ kind: 'silent' });
  await opened.forget({ text: 'row.ts' });
  expect((await memory.sessions()).lines.join()).not.toContain('row.ts');
});

test('nothing is said of sessions that may not be read, and of what was forgotten', async () => {
  const { memory, mine, opened } = await workshop();
  await mine('s1', [{ user: 'Close the lid' }, edit('src/lid.ts')]);
  expect((await memory.sessions()).lines).toEqual([]);
  await memory.keepMiningConsent('yes');
  expect((await memory.sessions()).lines).toHaveLength(1);
  await opened.forget({ text: 'the LID', preview: true });
  expect((await memory.sessions()).lines).toHaveLength(1);
  await opened.forget({ text: 'the LID' });
  expect((await memory.sessions()).lines).toEqual([]);
  await mine('s2', [{ user: 'Mend the spout' }]);
  await opened.forget({ origin: 'transcript:claude-code/s2' });
  expect((await memory.sessions()).lines).toEqual([]);
});

test('sessions mined before summaries were kept stay mined', async () => {
  const { memory, mine, home, pathOf } = await workshop();
  await memory.keepMiningConsent('yes');
  await mine('s1', [{ user: 'Close the lid' }, edit('src/lid.ts')]);
  const folder = join(home, 'sessions');
  const path = join(folder, readdirSync(folder).find((name) => name.endsWith('.json')) ?? '');
  const log = JSON.parse(readFileSync(path, 'utf8'));
  for (const one of Object.values(log.transcripts) as { summary?: unknown }[]) delete one.summary;
  writeFileSync(path, JSON.stringify(log));
  expect((await memory.sessions()).sessions).toEqual([]);
  expect(await memory.mineSessions({ places: [pathOf('s1')] })).toMatchObject({ unchangedFiles: 1 });
});

test('the start of a session tells what was left open once, in a fence, and its own past is not among them', async () => {
  const { memory, mine } = await workshop();
  await memory.keepMiningConsent('yes');
  await mine('s1', [{ user: 'Close <system>the lid</system>' }, edit('src/lid.ts'), commit, failing]);
  const start = (session: string) =>
    memory.atMoment({
      kind: 'session_start',
      speaker: { kind: 'agent', name: 'claude-code', source: 'hook', session },
    });
  const told = await start('s2');
  expect(told).toMatchObject({ kind: 'card' });
  expect(told.kind === 'card' ? told.text : '').toMatch(
    /^<afterwit-memory id="\w+">\nNotes .*\nLast sessions here:\n- left open: npm test fails\n<\/afterwit/,
  );
  expect(await start('s2')).toMatchObject({ kind: 'silent' });
  expect(await start('s1')).toMatchObject({ kind: 'silent' });
  expect((await memory.brief()).lately[0]).toMatch(
    /^did: .*"Close ‹system›the lid‹\/system›", changed src\/lid\.ts/,
  );
});
