import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { builtFile, top } from '../doors/built-file.ts';
import { times } from '../effort.ts';
import { temporaryFolder } from '../git/build-repository.ts';

const run = promisify(execFile);

/** Whole repetitions alone: a build takes a quarter of a minute. Copies by hard links need a system that has `cp -al`. */
const isTried = times(4) >= 4 && process.platform === 'linux';

it.runIf(isTried)(
  'a build elsewhere gives the same bytes',
  async () => {
    builtFile('bin.js');
    const elsewhere = join(temporaryFolder(), 'elsewhere');
    for (const path of globSync(['*.{ts,json}', 'src/**', 'scripts/**', 'dashboard/**'], { cwd: top }))
      if (statSync(join(top, path)).isFile()) cpSync(join(top, path), join(elsewhere, path));
    // Links would lead the bundler back to the first folder; where the two are on different disks, they are copied.
    const packages = ['node_modules', elsewhere];
    await run('cp', ['-al', ...packages], { cwd: top }).catch(() =>
      run('cp', ['-a', ...packages], { cwd: top }),
    );
    await run(process.execPath, ['scripts/build.ts'], { cwd: elsewhere });
    expect(digestsIn(join(elsewhere, 'dist'))).toEqual(digestsIn(join(top, 'dist')));
  },
  300_000,
);

function digestsIn(folder: string): Readonly<Record<string, string>> {
  const files = globSync('**', { cwd: folder }).filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(
    files.sort().map((path) => [
      path,
      createHash('sha256')
        .update(readFileSync(join(folder, path)))
        .digest('hex'),
    ]),
  );
}
