import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCodeRows } from '../../src/adapters/sqlite/open-code-rows.ts';
import { openTranscriptSource } from '../../src/adapters/transcripts/open-transcript-source.ts';
import { sessions } from '../../src/agents/sessions.ts';
import { newHome, open } from '../doors/open-library.ts';
import { buildRepository, temporaryFolder } from '../git/build-repository.ts';
import { type OtherStep, writeGeminiSession, writeOpenCodeSession } from './build-other-agents.ts';

const agents = [
  ['gemini-cli', writeGeminiSession, 's1'],
  ['opencode', writeOpenCodeSession, 'ses_1'],
] as const;

const failing = {
  run: 'npm test',
  exitCode: 1,
  output:
    "✖ finds a row\nTypeError: Cannot read properties of undefined (reading 'name')\n    at find (src/find.ts:4:12)",
} as const;

/** A failure is fixed, a command is refused, and a person lays something down. */
const fixing = (top: string): readonly OtherStep[] => [
  { user: 'Make the tests of src/find.ts pass: a row that has no name breaks them' },
  failing,
  { refused: 'npm install left-pad' },
  { agent: 'The lookup in find.ts needs a Number, but the id is text.' },
  { edit: `${top}/src/find.ts`, before: 'return rows[id].name;', after: 'return rows[Number(id)].name;' },
  { run: 'npm test', output: '' },
  { user: 'Always run npm run format before you commit.' },
];

describe.each(agents)('a session of %s', (agent, write, session) => {
  async function workshop() {
    const { path: repository, commit } = buildRepository();
    commit('begin', { 'src/find.ts': 'x' });
    const folder = temporaryFolder();
    return { repository, folder, memory: await open(repository, newHome()) };
  }

  it('teaches its fix, its rule and what it was about, once', async () => {
    const { repository, folder, memory } = await workshop();
    const transcript = write({ home: folder, session, directory: repository }, fixing(repository));
    await memory.keepMiningConsent('yes');
    const report = await memory.mineSessions({ places: [folder] });
    expect(report).toMatchObject({ transcripts: [{ agent, files: 1 }], taskCount: 1, skippedLineCount: 0 });
    expect(report.lessons).toMatchObject([
      {
        ...{ type: 'fix', command: 'npm test', files: ['src/find.ts'] },
        text: 'Edit src/find.ts: the lookup in find.ts needs a Number, but the id is text.\n- return rows[id].name;\n+ return rows[Number(id)].name;',
        evidence: { agent, session, transcript },
      },
      { type: 'constraint', text: 'Always run npm run format before you commit.' },
    ]);
    expect((await memory.sessions()).sessions).toMatchObject([{ agent, files: ['src/find.ts'] }]);
    expect(await memory.mineSessions({ places: [folder] })).toMatchObject({ unchangedFiles: 1, lessons: [] });
  });

  it('goes on where it was when the session has grown', async () => {
    const { repository, folder, memory } = await workshop();
    const steps = fixing(repository);
    const one = { home: folder, session, directory: repository };
    write(one, steps.slice(0, 3));
    expect((await memory.mineSessions({ places: [folder] })).lessons).toEqual([]);
    write(one, steps);
    const { lessons } = await memory.mineSessions({ places: [folder] });
    expect(lessons.map(({ type }) => type)).toEqual(['fix', 'constraint']);
  });

  it('teaches no rule where another agent started it', async () => {
    const { repository, folder, memory } = await workshop();
    write({ home: folder, session, directory: repository, isSubagent: true }, fixing(repository));
    const { lessons } = await memory.mineSessions({ places: [folder] });
    expect(lessons.map(({ type }) => type)).toEqual(['fix']);
  });

  it('is passed over where it began elsewhere', async () => {
    const { repository, folder, memory } = await workshop();
    write({ home: folder, session, directory: join(repository, '..', 'other') }, fixing(repository));
    expect(await memory.mineSessions({ places: [folder] })).toMatchObject({ transcripts: [], otherFiles: 1 });
  });

  it('lies where its agent keeps it', () => {
    const home = temporaryFolder();
    const path = write({ home, session, directory: '/w' }, [{ user: 'Go on' }]);
    const lookup = { environment: {}, userHome: home, workingDirectory: home };
    const source = openTranscriptSource(
      sessions,
      [{ agent, path: sessions[agent].place(lookup) }],
      openCodeRows,
    );
    expect(source.list()).toMatchObject([{ agent, path }]);
  });
});

it('says of a database of OpenCode that it cannot be read, and reads it when it can', async () => {
  const { path: repository, commit } = buildRepository();
  commit('begin', { 'src/find.ts': 'x' });
  const folder = temporaryFolder();
  const memory = await open(repository, newHome());
  const database = dirname(
    writeOpenCodeSession({ home: folder, session: 'ses_1', directory: repository }, fixing(repository)),
  );
  const whole = readFileSync(database);
  writeFileSync(database, whole.subarray(0, 5_000));
  expect(await memory.mineSessions({ places: [folder] })).toMatchObject({
    ...{ transcripts: [], otherFiles: 0, skippedLineCount: 1 },
    skippedLines: [{ transcript: database, line: 0, reason: 'unreadable' }],
  });
  writeFileSync(database, whole);
  expect(await memory.mineSessions({ places: [folder] })).toMatchObject({
    taskCount: 1,
    skippedLineCount: 0,
  });
});
