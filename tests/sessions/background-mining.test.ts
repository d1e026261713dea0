import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openFreeLock } from '../../src/adapters/sqlite/file-lock.ts';
import { openHome, openMemory } from '../../src/index.ts';
import { mineInBackground } from '../../src/open/mine-in-background.ts';
import { startMining } from '../../src/open/start-mining.ts';
import { runHookProcess, wordsWithTime } from '../doors/claude-code-hook.ts';
import { realServer } from '../doors/mcp-server.ts';
import { newHome } from '../doors/open-library.ts';
import { isFull, some } from '../effort.ts';
import { buildRepository, temporaryFolder } from '../git/build-repository.ts';
import { type TranscriptStep, transcriptLines, writeTranscript } from './build-transcript.ts';

const failing = {
  run: 'npm test',
  exitCode: 1,
  output:
    "✖ finds a row\nTypeError: Cannot read properties of undefined (reading 'name')\n    at find (src/find.ts:4:12)",
} as const;
const fixed = '  return rows[Number(id)].name;';
/** For a process to start that comes after everything else that the machine has to do. */
const patienceMs = 20_000;

async function workshop() {
  const { path: repository, commit } = buildRepository();
  commit('begin', { 'src/find.ts': `function find(id) {\n${fixed}\n}\n` });
  const home = newHome();
  const transcripts = temporaryFolder();
  const speaker = { kind: 'user', name: 'ada', source: 'library' } as const;
  const memory = await openMemory({ repository, home, speaker });
  onTestFinished(() => memory.close());
  const steps: readonly TranscriptStep[] = [
    failing,
    { edit: join(repository, 'src/find.ts'), before: '  return rows[id].name;', after: fixed },
    { run: 'npm test', output: '✔ finds a row\n1 passing' },
  ];
  const transcript = join(transcripts, 's1.jsonl');
  writeTranscript(
    transcript,
    transcriptLines({ session: 's1', directory: repository, startedAtMs: Date.now() - 60_000 }, steps),
  );
  const agree = () => memory.keepMiningConsent('yes');
  const tell = (event: string, fields: Readonly<Record<string, unknown>> = {}, words?: readonly string[]) =>
    runHookProcess({
      home,
      words,
      input: JSON.stringify({
        session_id: 's1',
        transcript_path: transcript,
        cwd: repository,
        hook_event_name: event,
        ...fields,
      }),
    });
  // A slow machine with other work needs longer than a background process may take.
  const mine = (limits = { wallMs: 600_000, cpuMs: 600_000, patienceMs: 0 }) =>
    mineInBackground({ session: { transcript, cwd: repository }, home, environment: {}, limits });
  return { repository, home, transcript, memory, agree, tell, mine };
}

const leaseOf = (home: string) => join(home, 'sessions', 'background.lease');

/** The lock of a process that mines, where no other one has it. */
function lockOf(home: string) {
  const path = leaseOf(home);
  return openFreeLock(path, { subject: 'memory', path });
}

/** Waits until the process that mines is done. None is started where the hook had no time for it. */
async function untilMined(home: string): Promise<void> {
  const startedAtMs = Date.now();
  const isOver = (): boolean => {
    if (!existsSync(leaseOf(home))) return Date.now() - startedAtMs > patienceMs;
    const lock = lockOf(home);
    lock?.close();
    return lock !== undefined;
  };
  while (!isOver()) await new Promise((resolve) => setTimeout(resolve, 50));
}

describe('a session that ends', () => {
  it('teaches the next one, without anybody having said anything', async () => {
    const { home, repository, agree, tell } = await workshop();
    await agree();
    const opened = await openHome({ home, repository });
    onTestFinished(() => opened.close());
    // It comes after everything else that the machine has to do, and when it took too long it goes on the next time.
    for (let times = 0; times < 10 && (await opened.list({ types: ['fix'] })).count === 0; times++) {
      rmSync(leaseOf(home), { force: true });
      expect(await tell('SessionEnd')).toMatchObject({ status: 0, stdout: '', stderr: '' });
      await untilMined(home);
    }
    // The fix is lost, and the failure back.
    writeFileSync(join(repository, 'src/find.ts'), 'function find(id) {\n  return rows[id].name;\n}\n');
    const failed = {
      session_id: 's2',
      tool_name: 'Bash',
      tool_input: { command: failing.run },
      tool_use_id: 'toolu_1',
      error: `Exit code 1\n${failing.output}`,
      is_interrupt: false,
      cwd: repository,
    };
    const { stdout } = await tell('PostToolUseFailure', failed, wordsWithTime());
    expect(JSON.parse(stdout).hookSpecificOutput.additionalContext).toContain(
      'return rows[Number(id)].name;',
    );
    // A pause within a minute of the last starts no mining; the lease is dated now, however long the hook took.
    utimesSync(leaseOf(home), new Date(), new Date());
    const before = statSync(leaseOf(home)).mtimeMs;
    await tell('Stop');
    expect(statSync(leaseOf(home)).mtimeMs).toBe(before);
  });

  // By itself, the hook of the test above starts the same.
  it.runIf(isFull)(
    'is read by the server that it reports to, when it pauses and again when that ends',
    async () => {
      const { home, repository, transcript, agree } = await workshop();
      await agree();
      const client = new Client({ name: 'agent', version: '1' });
      onTestFinished(() => client.close());
      const server = realServer('--repo', repository, '--home', home);
      await client.connect(new StdioClientTransport({ ...server, stderr: 'ignore' }));
      const told = { hook_event_name: 'Stop', transcript_path: transcript, cwd: repository };
      const answer = await client.callTool({ name: 'hook', arguments: told });
      expect(answer.content).toEqual([{ type: 'text', text: '{}' }]);
      await untilMined(home);
      expect(existsSync(leaseOf(home))).toBe(true);
      rmSync(leaseOf(home));
      await client.close();
      await untilMined(home);
      expect(existsSync(leaseOf(home))).toBe(true);
    },
  );

  it('is not read where no person agreed to it, and leaves nothing behind', async () => {
    const { home, tell, mine } = await workshop();
    // The memory that is open here is backed up a second after it was made.
    const entries = () => readdirSync(home).filter((name) => name !== 'memory.db.backup');
    const before = entries();
    expect(await tell('SessionEnd')).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(entries()).toEqual(before);
    expect(await mine()).toEqual({ kind: 'silent', reason: 'no person agreed to reading sessions here' });
  });

  it('is not read because sessions were mined once, nor after the user said no', async () => {
    const { memory, transcript, agree, mine } = await workshop();
    await memory.mineSessions({ places: [transcript] });
    await memory.mineSessions({ places: [temporaryFolder()] });
    expect((await memory.planMining()).consent).toBe('not_asked');
    expect(await mine()).toMatchObject({ kind: 'silent' });
    await agree();
    await memory.keepMiningConsent('no');
    expect((await memory.planMining()).consent).toBe('no');
    expect(await mine()).toMatchObject({ kind: 'silent' });
    await agree();
    expect((await mine()).kind).toBe('mined');
  });

  it('is not read where it is paused or switched off', async () => {
    const { home, memory, agree, mine } = await workshop();
    await agree();
    await memory.pause();
    expect(await mine()).toEqual({ kind: 'silent', reason: 'paused' });
    await memory.resume();
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'config.json'), '{"capture":{"background":"off"}}');
    expect(await mine()).toEqual({ kind: 'silent', reason: 'it is switched off' });
  });

  it('starts no process for each answer where it may not be read', async () => {
    const { home, transcript, agree, mine } = await workshop();
    await agree();
    writeFileSync(join(home, 'config.json'), '{"capture":{"background":"off"}}');
    const pause = (isShort: boolean) =>
      startMining({
        session: { transcript, cwd: home, isShort },
        home,
        program: join(home, 'no-such-program.js'),
        environment: {},
      });
    expect(pause(true)).toMatch(/is missing/);
    expect((await mine()).kind).toBe('silent');
    expect(pause(true)).toBe('sessions were read, or were not to be, a moment ago');
    // The end of a session is asked about all the same.
    expect(pause(false)).toMatch(/is missing/);
  });

  it('is left alone outside of a repository', async () => {
    const { home, transcript, agree } = await workshop();
    await agree();
    const session = { transcript, cwd: temporaryFolder() };
    expect(await mineInBackground({ session, home, environment: {} })).toMatchObject({
      kind: 'silent',
      reason: expect.stringMatching(/^NOT_A_REPOSITORY/),
    });
  });

  it('is read by one at a time, and within limits, after which the next one goes on', async () => {
    const { home, repository, agree, mine } = await workshop();
    await agree();
    const held = lockOf(home);
    expect(await mine()).toEqual({ kind: 'silent', reason: 'sessions are being read' });
    held?.close();
    const limited = await mine({ wallMs: -1, cpuMs: -1, patienceMs: 0 });
    if (limited.kind === 'silent') expect(limited.reason).toMatch(/^it took too long/);
    expect((await mine()).kind).toBe('mined');
    const opened = await openHome({ home, repository });
    onTestFinished(() => opened.close());
    expect((await opened.list({ types: ['fix'] })).count).toBe(1);
  });

  it('waits for another that reads, and reads then', async () => {
    const { home, agree, mine } = await workshop();
    await agree();
    const held = lockOf(home);
    const mining = mine({ wallMs: 600_000, cpuMs: 600_000, patienceMs: 600_000 });
    await sleep(600);
    held?.close();
    expect((await mining).kind).toBe('mined');
  });

  it.each(
    some([
      ['of another form', { transcript_path: '/etc/hosts' }],
      ['without a path', { transcript_path: undefined }],
      ['of no name', { transcript_path: '/.jsonl' }],
      ['of a name that no system has', { transcript_path: '/a\0b.jsonl' }],
      ['in a folder that is gone', { cwd: '/nowhere/at/all' }],
    ] as const),
  )('is left alone %s', async (_, fields) => {
    const { agree, tell } = await workshop();
    await agree();
    expect(await tell('SessionEnd', fields)).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });
});
