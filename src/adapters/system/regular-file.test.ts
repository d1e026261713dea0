import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

/** In a process of its own: one that waits at a pipe can only be ended from outside. */
function run(script: string): string {
  const told = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    ...{ encoding: 'utf8' as const, timeout: 20_000, killSignal: 'SIGKILL' as const },
  });
  return told.signal ?? told.stdout.trim() + told.stderr;
}

const moduleOf = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

function places(): Readonly<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'regular-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const names = ['pipe', 'device', 'folder', 'link', 'file', 'missing'] as const;
  const all = Object.fromEntries(names.map((name) => [name, join(folder, name)])) as Record<
    (typeof names)[number],
    string
  >;
  spawnSync('mkfifo', [all.pipe]);
  symlinkSync('/dev/zero', all.device);
  mkdirSync(all.folder);
  writeFileSync(all.file, 'water');
  symlinkSync(all.file, all.link);
  return all;
}

it.runIf(process.platform !== 'win32')('reads a regular file, and waits for nothing else', () => {
  const script = (links: string) => `
    import { readRegularFile } from ${moduleOf('./regular-file.ts')};
    const read = ([name, path]) => [name, readRegularFile(path, 5, '${links}')?.toString()];
    console.log(JSON.stringify(Object.fromEntries(Object.entries(${JSON.stringify(places())}).map(read))));
  `;
  expect(JSON.parse(run(script('followed')))).toEqual({ file: 'water', link: 'water' });
  expect(JSON.parse(run(script('refused')))).toEqual({ file: 'water' });
});

it.runIf(process.platform !== 'win32')('reads no file that is longer than asked', () => {
  const { file = '' } = places();
  expect(
    run(
      `import { readRegularFile } from ${moduleOf('./regular-file.ts')};
      console.log(readRegularFile(${JSON.stringify(file)}, 4) === undefined);`,
    ),
  ).toBe('true');
});

it.runIf(process.platform !== 'win32')('asks no pipe or device for the address of a remote', () => {
  for (const make of [['mkfifo'], ['ln', '-s', '/dev/zero']] as const) {
    const folder = mkdtempSync(join(tmpdir(), 'remote-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    spawnSync(make[0], [...make.slice(1), join(folder, 'config')]);
    expect(
      run(
        `import { readRemoteUrl } from ${moduleOf('../git/team-git.ts')};
        console.log(readRemoteUrl(${JSON.stringify(folder)}) === undefined);`,
      ),
    ).toBe('true');
  }
});
