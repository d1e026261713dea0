import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builtFile, top } from '../doors/built-file.ts';

const run = promisify(execFile);

interface PackedFile {
  readonly path: string;
  readonly size: number;
  readonly mode: number;
}

export interface InstalledPackage extends AsyncDisposable {
  /** Project of a user who installed the tarball and nothing else. */
  readonly project: string;
  readonly files: readonly PackedFile[];
  readonly tarballBytes: number;
}

/** Packs what `npm run build` left in `dist` and installs it, offline, into an empty project. */
export async function installPackage(): Promise<InstalledPackage> {
  builtFile('bin.js');
  const folder = await mkdtemp(join(tmpdir(), 'afterwit-package-'));
  const project = join(folder, 'project');
  await mkdir(project);
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: top });
  const [packed] = JSON.parse(stdout) as [{ filename: string; files: PackedFile[]; size: number }];
  await writeFile(join(project, 'package.json'), '{ "name": "someone", "type": "module", "private": true }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, packed.filename)], {
    cwd: project,
  });
  return {
    project,
    files: packed.files,
    tarballBytes: packed.size,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
