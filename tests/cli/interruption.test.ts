import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const bin = join(import.meta.dirname, '../../src/bin.ts');
const commitCount = 40_000;
let folder: string;
let repository: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-interruption-'));
  repository = join(folder, 'long');
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', repository]);
  execFileSync('git', ['-C', repository, 'fast-import', '--quiet'], { input: longHistory() });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A history long enough that a signal finds it half read. */
function longHistory(): string {
  const commands: string[] = [];
  for (let number = 1; number <= commitCount; number++) {
    const message = `Change number ${number} of the long history`;
    const content = `${number}\n`;
    commands.push(
      'commit refs/heads/main',
      `committer Ada <ada@example.org> ${1_600_000_000 + number} +0000`,
      `data ${message.length}\n${message}`,
      `M 100644 inline src/file-${number % 97}.ts\ndata ${content.length}\n${content}`,
    );
  }
  return `${commands.join('\n')}\n`;
}

function start(words: readonly string[], home: string): ChildProcess & { text: () => string } {
  const child = spawn(process.execPath, [bin, ...words, '--repo', repository], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, AFTERWIT_HOME: join(folder, home) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return Object.assign(child, { text: () => output });
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.on('close', resolve));
}

/** The moment the indexer has said that it is at work. */
async function atWork(child: ReturnType<typeof start>): Promise<void> {
  while (!child.text().includes('reading the history'))
    await new Promise((resolve) => setTimeout(resolve, 5));
}

it.each(['SIGINT', 'SIGTERM'] as const)('%s stops the indexing; run again, it goes on', async (signal) => {
  const child = start(['index'], signal);
  await atWork(child);
  child.kill(signal);
  expect(await ended(child)).toBe(130);
  expect(child.text()).toContain('INTERRUPTED');

  const again = start(['index', '--json'], signal);
  expect(await ended(again)).toBe(0);
  expect(JSON.parse(again.text())).toMatchObject({ commitCount });
});

it('a second signal does not wait', async () => {
  const child = start(['index'], 'twice');
  await atWork(child);
  child.kill('SIGINT');
  child.kill('SIGTERM');
  expect(await ended(child)).toBe(130);
});

it('a search that has to index first can be stopped too', async () => {
  const child = start(['search-commits', 'long history'], 'search');
  const startedAtMs = performance.now();
  // Nothing is announced within the first second, but the home is made before anything is read.
  while (!existsSync(join(folder, 'search'))) await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill('SIGINT');
  expect(await ended(child)).toBe(130);
  expect(performance.now() - startedAtMs).toBeLessThan(5_000);
});
