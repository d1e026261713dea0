import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ampleMs, runHookProcess, scantMs, wordsWithRecall } from '../doors/claude-code-hook.ts';
import type { Ended } from '../doors/start-process.ts';
import { some } from '../effort.ts';
import { endedCommand, failedCommand, failedOutput } from './hook-inputs.ts';

let folder: string;
let home: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-hook-'));
  home = join(folder, 'home');
  mkdirSync(home);
  const [ownFolder, ownHome] = [folder, home];
  return () => {
    chmodSync(ownHome, 0o700);
    rmSync(ownFolder, { recursive: true, force: true });
  };
});

function expectSilence({ status, stdout, stderr }: Ended): void {
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
}

function logged(inHome = home): string {
  const path = join(inHome, 'logs', 'hook.log');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

const failure = JSON.stringify(failedCommand());
const neverAsked = wordsWithRecall('() => { throw new Error("asked") }');

function answering(text: string): readonly string[] {
  return wordsWithRecall(`async () => ({ kind: 'card', decisionId: 'd', text: ${JSON.stringify(text)} })`);
}

/** Longest time that anything here takes: what waits for a pipe or for a limit that is not kept takes longer. */
const longestMs = ampleMs;

describe('an answer', () => {
  it.each([
    { event: 'PostToolUseFailure', input: failedCommand() },
    { event: 'PostToolUse', input: endedCommand({ stdout: failedOutput, stderr: '' }) },
  ])('is printed as one JSON object: $event', async ({ event, input }) => {
    const text = 'Run “npm run build” first 🫖\n<end>';
    const run = await runHookProcess({ input: JSON.stringify(input), home, words: answering(text) });
    expect(run.stderr).toBe('');
    expect(run.status).toBe(0);
    expect(JSON.parse(run.stdout)).toEqual({
      hookSpecificOutput: { hookEventName: event, additionalContext: text },
    });
    expect(JSON.parse(logged())).toEqual({
      ...{ time: expect.any(String), ms: expect.any(Number), reason: 'told' },
    });
  });

  it('is found in the home that was named when the hook was set up', async () => {
    const words = [
      ...wordsWithRecall(
        `async ({ environment }) => ({ kind: 'card', decisionId: 'd', text: environment.AFTERWIT_HOME })`,
      ),
      // `--eval` leaves no place for the name of a program.
      '--',
      'claude-code.js',
      '--home',
      join(folder, 'other'),
    ];
    const { stdout } = await runHookProcess({ input: failure, home, words });
    expect(stdout).toContain(JSON.stringify(join(folder, 'other')));
  });

  it('comes from 10 MB of output', async () => {
    const input = JSON.stringify(failedCommand({ error: `Exit code 1\n${'line of log\n'.repeat(900_000)}` }));
    expect(input.length).toBeGreaterThan(10_000_000);
    const { stdout } = await runHookProcess({ input, home, words: answering('known') });
    expect(stdout).toContain('known');
  });
});

describe('silence', () => {
  it.each(
    some([
      { after: 'a command that passed', input: endedCommand() },
      { after: 'a rejected command', input: failedCommand({ error: 'User rejected tool use' }) },
      { after: 'an interrupted command', input: failedCommand({ is_interrupt: true }) },
      { after: 'another tool', input: failedCommand({ tool_name: 'Edit' }) },
      { after: 'another event', input: { hook_event_name: 'SessionStart', source: 'startup' } },
    ]),
  )('after $after leaves no trace', async ({ input }) => {
    expectSilence(await runHookProcess({ input: JSON.stringify(input), home, words: neverAsked }));
    expect(readdirSync(home)).toEqual([]);
  });

  it.each(
    some([
      { what: 'nothing at all', input: '' },
      { what: 'garbage', input: Buffer.from([0xff, 0x00, 0x1b, 0x5b, 0x80]) },
      { what: 'torn JSON', input: failure.slice(0, -9) },
      { what: 'JSON of another form', input: '["PostToolUse"]' },
      { what: '10 MB of zeros', input: Buffer.alloc(10_000_000) },
    ]),
  )('on $what', async ({ input }) => {
    expectSilence(await runHookProcess({ input, home }));
  });

  it('says in the log why', async () => {
    const words = wordsWithRecall(`async () => ({ kind: 'silent', reason: 'paused' })`);
    expectSilence(await runHookProcess({ input: failure, home, words }));
    expect(JSON.parse(logged())).toEqual({
      time: expect.any(String),
      ms: expect.any(Number),
      reason: 'paused',
    });
  });

  it('hides the fault but for the log, which holds no secrets', async () => {
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    const words = wordsWithRecall(`async () => { throw new TypeError('no ${secret} here') }`);
    expectSilence(await runHookProcess({ input: failure, home, words }));
    expect(logged()).toContain('TypeError');
    expect(logged()).not.toContain(secret);
  });

  it('when the memory throws at once, later, or in a promise that is not awaited', async () => {
    for (const recall of [
      '() => { throw new Error("now") }',
      'async () => { await null; throw undefined }',
      'async () => { setImmediate(() => { throw new Error("nobody") }); await new Promise(() => {}) }',
      'async () => { Promise.reject(new Error("nobody")); await new Promise(() => {}) }',
    ])
      expectSilence(await runHookProcess({ input: failure, home, words: wordsWithRecall(recall) }));
  });

  it('where the log is full, it is put away once', async () => {
    mkdirSync(join(home, 'logs'));
    writeFileSync(join(home, 'logs', 'hook.log'), 'x'.repeat(262_144));
    const words = wordsWithRecall(`async () => ({ kind: 'silent', reason: 'paused' })`);
    await runHookProcess({ input: failure, home, words });
    await runHookProcess({ input: failure, home, words });
    expect(readdirSync(join(home, 'logs'))).toEqual(['hook.log', 'hook.log.old']);
    expect(logged().trim().split('\n')).toHaveLength(2);
  });
});

// At once, in a home of its own each: most of their time is waiting.
describe.concurrent('time that runs out', () => {
  const homes = mkdtempSync(join(tmpdir(), 'afterwit-hooks-'));
  afterAll(() => rmSync(homes, { recursive: true, force: true }));
  const newHome = () => mkdtempSync(join(homes, 'home-'));

  it('prints an answer late on a machine that gave the hook little time', async () => {
    const home = newHome();
    // Waits, as a process does that others keep from running, until the soft limit is over in wall time.
    const recall = `async () => {
      const softMs = spent.cpuMs + ${scantMs};
      while (process.uptime() * 1_000 < 1.5 * softMs) await new Promise((resolve) => setTimeout(resolve, 50));
      return { kind: 'card', decisionId: 'd', text: 'in time' };
    }`;
    const words = wordsWithRecall(recall, `{ softMs: spent.cpuMs + ${scantMs}, hardMs: ${ampleMs} }`);
    const { stdout } = await runHookProcess({ input: failure, home, words });
    expect(stdout).toContain('in time');
  });

  it('is silence when the memory never answers in time', async () => {
    const home = newHome();
    const limits = `{ softMs: spent.cpuMs + ${scantMs}, hardMs: spent.wallMs + 2 * ${scantMs} }`;
    const words = wordsWithRecall('async () => { await new Promise(() => {}) }', limits);
    const run = await runHookProcess({ input: failure, home, words });
    expectSilence(run);
    expect(run.elapsedMs).toBeLessThan(longestMs);
    expect(logged(home)).toContain('too late');
  });

  // Its receipt says that it was shown: kept back, it would never be shown in this session.
  // Until the memory is asked no time may be up: reading the input takes milliseconds of work, and little of scantMs.
  it.each([
    {
      when: 'the memory blocked the process',
      work: `while (process.uptime() * 1_000 < spent.wallMs + 6 * ${scantMs})
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);`,
      limits: `{ softMs: ${ampleMs}, hardMs: spent.wallMs + 5 * ${scantMs} }`,
    },
    {
      when: 'the memory worked too long',
      work: `for (let cpuMs = 0; cpuMs < spent.cpuMs + 1.5 * ${scantMs};) {
        for (let step = 0; step < 1_000_000; step++);
        const { user, system } = process.cpuUsage();
        cpuMs = (user + system) / 1_000;
      }`,
      limits: `{ softMs: spent.cpuMs + ${scantMs}, hardMs: ${ampleMs} }`,
    },
  ])('brings a card that was decided on, though $when', async ({ work, limits }) => {
    const home = newHome();
    const recall = `async () => {
      ${work}
      return { kind: 'card', decisionId: 'd', text: 'late' };
    }`;
    const run = await runHookProcess({ input: failure, home, words: wordsWithRecall(recall, limits) });
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(run.stdout).hookSpecificOutput.additionalContext).toBe('late');
  });

  it('is silence when the input never ends', async () => {
    const home = newHome();
    const run = await runHookProcess({ input: 'open', home });
    expectSilence(run);
    expect(run.elapsedMs).toBeLessThan(longestMs);
  });
});

/** Homes in a bad state: what the hook meets is the real memory, and none of it may reach the agent. */
const badHomes: readonly { readonly state: string; readonly make: () => void }[] = [
  { state: 'that is missing', make: () => rmSync(home, { recursive: true }) },
  { state: 'that is a file', make: () => [rmSync(home, { recursive: true }), writeFileSync(home, '')] },
  { state: 'that is empty', make: () => {} },
  { state: 'that is read-only', make: () => chmodSync(home, 0o500) },
  { state: 'with an empty database', make: () => writeFileSync(join(home, 'memory.db'), '') },
  {
    state: 'with a damaged database',
    make: () => writeFileSync(join(home, 'memory.db'), Buffer.alloc(65_536, 7)),
  },
  { state: 'with a folder for a database', make: () => mkdirSync(join(home, 'memory.db')) },
  { state: 'with broken settings', make: () => writeFileSync(join(home, 'config.json'), '{"git":') },
  {
    state: 'with a folder for a log',
    make: () => mkdirSync(join(home, 'logs', 'hook.log'), { recursive: true }),
  },
];

describe('silence with a home', () => {
  it.each(some(badHomes))('$state', async ({ make }) => {
    make();
    expectSilence(await runHookProcess({ input: failure, home, cwd: tmpdir() }));
    if (existsSync(home)) chmodSync(home, 0o700);
    else mkdirSync(home);
  });

  it.skipIf(process.platform === 'win32')('with pipes for files', async () => {
    mkdirSync(join(home, 'logs'));
    for (const name of ['memory.db', 'config.json', 'logs/hook.log'])
      execFileSync('mkfifo', [join(home, name)]);
    const run = await runHookProcess({ input: failure, home });
    expectSilence(run);
  });

  it('whose database is locked', async () => {
    const lock = new DatabaseSync(join(home, 'memory.db'));
    lock.exec('CREATE TABLE held (x); BEGIN EXCLUSIVE; INSERT INTO held VALUES (1)');
    try {
      const run = await runHookProcess({ input: failure, home });
      expectSilence(run);
      expect(run.elapsedMs).toBeLessThan(longestMs);
    } finally {
      lock.close();
    }
  });

  it.skipIf(process.platform === 'win32')('and a folder that is gone', async () => {
    const gone = join(folder, 'gone');
    mkdirSync(gone);
    const input = JSON.stringify(failedCommand({ cwd: gone }));
    const launcher = ['/bin/sh', '-c', 'rmdir "$PWD" && exec "$0" "$@"'];
    expectSilence(await runHookProcess({ input, home, cwd: gone, launcher }));
    expectSilence(await runHookProcess({ input, home }));
  });
});
