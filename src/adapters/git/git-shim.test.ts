import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sized } from '../../../tests/effort.ts';
import { openGitShim } from './git-shim.ts';

const whole = ['HEAD', 'config', 'objects', 'refs'];

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'git-shim-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a shim is made once for each object format, with its folder', () => {
  const root = join(temporaryFolder(), 'deep', 'shim');
  const shim = openGitShim(root);
  expect(shim('sha1')).toBe(join(root, 'sha1'));
  expect(readdirSync(shim('sha1')).sort()).toEqual(whole);
  expect(readFileSync(join(shim('sha256'), 'config'), 'utf8')).toContain('objectformat = sha256');
  expect(readdirSync(root).sort()).toEqual(['sha1', 'sha256']);
});

test.each<[string, (shim: string) => void]>([
  ['a changed config', (shim) => writeFileSync(join(shim, 'config'), '[core]\n\tfsmonitor = evil\n')],
  ['a missing file', (shim) => rmSync(join(shim, 'HEAD'))],
  ['a missing folder', (shim) => rmSync(join(shim, 'refs'), { recursive: true })],
  ['a planted file', (shim) => writeFileSync(join(shim, 'shallow'), '')],
  ['a planted ref', (shim) => writeFileSync(join(shim, 'refs', 'replace'), '')],
  ['planted hooks', (shim) => mkdirSync(join(shim, 'hooks'))],
  [
    'a file in its place',
    (shim) => {
      rmSync(shim, { recursive: true });
      writeFileSync(shim, '');
    },
  ],
])('%s is healed', (_, damage) => {
  const root = temporaryFolder();
  const before = openGitShim(root)('sha1');
  damage(before);
  const after = openGitShim(root)('sha1');
  expect(after).toBe(before);
  expect(readdirSync(after).sort()).toEqual(whole);
  expect(readdirSync(join(after, 'refs'))).toEqual([]);
  expect(readFileSync(join(after, 'config'), 'utf8')).toContain('bare = true');
  expect(readdirSync(root)).toEqual(['sha1']);
});

test('where the folder cannot be made, a temporary one serves', () => {
  const root = temporaryFolder();
  writeFileSync(join(root, 'file'), '');
  const shim = openGitShim(join(root, 'file', 'shim'));
  const directory = shim('sha1');
  // The test runner stops its workers without letting them tidy up.
  onTestFinished(() => rmSync(dirname(directory), { recursive: true, force: true }));
  expect(directory.startsWith(tmpdir())).toBe(true);
  expect(readdirSync(directory).sort()).toEqual(whole);
  expect(dirname(shim('sha256'))).toBe(dirname(directory));
});

test.runIf(process.platform !== 'win32' && process.getuid?.() !== 0)('so it does in a read-only home', () => {
  const root = temporaryFolder();
  chmodSync(root, 0o500);
  const directory = openGitShim(join(root, 'shim'))('sha1');
  onTestFinished(() => rmSync(dirname(directory), { recursive: true, force: true }));
  expect(directory.startsWith(root)).toBe(false);
});

test('the temporary folder is gone when the process ends', async () => {
  const root = temporaryFolder();
  writeFileSync(join(root, 'file'), '');
  const { output } = await runShim(join(root, 'file', 'shim'));
  expect(output).toContain('afterwit-git-');
  expect(() => readdirSync(output)).toThrow('ENOENT');
});

test('eight processes that make it at once all get one that is whole', async () => {
  for (let round = 0; round < sized(3, 1); round++) {
    const root = join(temporaryFolder(), 'shim');
    const runs = await Promise.all(Array.from({ length: 8 }, () => runShim(root)));
    expect(runs).toEqual(runs.map(() => ({ code: 0, output: join(root, 'sha1') })));
    expect(readdirSync(join(root, 'sha1')).sort()).toEqual(whole);
    expect(readdirSync(root)).toEqual(['sha1']);
  }
});

function runShim(root: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const module = new URL('./git-shim.ts', import.meta.url).href;
  const program = `
    const { openGitShim } = await import(${JSON.stringify(module)});
    process.stdout.write(openGitShim(${JSON.stringify(root)})('sha1'));
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}
