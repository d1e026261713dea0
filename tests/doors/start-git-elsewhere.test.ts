import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder: string;
/** A git of our own, that does as it is told. */
let git: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'elsewhere-'));
  git = join(folder, 'git');
  writeFileSync(git, '#!/bin/sh\nexec sh -c "$1"\n');
  chmodSync(git, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const piped = { stdio: ['pipe', 'pipe', 'pipe'] } satisfies SpawnOptions;
const start = (script: string, options: SpawnOptions = piped) =>
  spawn(git, [script], { cwd: folder, ...options });
const read = async (stream: Readable | null) =>
  Buffer.concat((await stream?.toArray()) ?? []).toString('utf8');

describe.runIf(process.platform === 'linux')('git that is started elsewhere', () => {
  it('is a child of another process', async () => {
    const child = start('echo $PPID');
    expect(Number(await read(child.stdout))).not.toBe(process.pid);
    expect(spawnSync(git, ['echo $PPID'], { encoding: 'utf8' }).stdout.trim()).not.toBe(String(process.pid));
  });

  it('has its folder, environment and input, and gives its output, complaint and exit status', async () => {
    const child = start('pwd; echo $COLOUR; cat; echo no >&2; exit 3', { ...piped, env: { COLOUR: 'red' } });
    child.stdin?.end('x'.repeat(1 << 20));
    const closed = once(child, 'close');
    const [output, complaint] = await Promise.all([read(child.stdout), read(child.stderr)]);
    expect(output).toBe(`${folder}\nred\n${'x'.repeat(1 << 20)}`);
    expect(complaint).toBe('no\n');
    expect(await closed).toEqual([3, null]);
    expect([child.exitCode, child.signalCode]).toEqual([3, null]);
  });

  it('waits while its output is not read, and is gone once it is killed', async () => {
    const child = start('echo $$; yes');
    const [first] = (await once(child.stdout ?? child, 'data')) as [Buffer];
    child.stdout?.pause();
    const pid = Number.parseInt(first.toString(), 10);
    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toContain('yes');
    const closed = once(child, 'close');
    expect(child.kill('SIGKILL')).toBe(true);
    child.stdout?.destroy();
    expect(await closed).toEqual([null, 'SIGKILL']);
    expect(child.kill()).toBe(false);
  });

  it('says that it could not be started', async () => {
    const missing = spawn(join(folder, 'none', 'git'), ['version'], piped);
    const closed = once(missing, 'close').catch(() => undefined);
    expect(await once(missing, 'error')).toMatchObject([{ code: 'ENOENT' }]);
    expect(missing.pid).toBeUndefined();
    await closed;
    expect(spawnSync(join(folder, 'none', 'git'), ['version']).error).toMatchObject({ code: 'ENOENT' });
  });

  it('is waited for with what it printed, of any length', () => {
    const { status, stdout, stderr } = spawnSync(git, ['cat; echo no >&2; exit 4'], {
      input: Buffer.alloc(1 << 20, 'é'),
      maxBuffer: 1 << 28,
    });
    expect([status, stderr.toString()]).toEqual([4, 'no\n']);
    expect(stdout.equals(Buffer.alloc(1 << 20, 'é'))).toBe(true);
  });

  it('is started at once as often as it is asked', async () => {
    const children = Array.from({ length: 40 }, (_, at) => start(`echo ${at}`));
    const outputs = await Promise.all(children.map(({ stdout }) => read(stdout)));
    expect(outputs).toEqual(children.map((_, at) => `${at}\n`));
  });
});
