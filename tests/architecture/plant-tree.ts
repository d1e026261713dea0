import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

export interface PlantedTree extends AsyncDisposable {
  readonly root: string;
}

/** Writes a throw-away tree of source files; removed when disposed. */
export async function plantTree(files: Readonly<Record<string, string>>): Promise<PlantedTree> {
  const root = await mkdtemp(join(tmpdir(), 'afterwit-architecture-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }) };
}

const script = resolve(import.meta.dirname, '../../scripts/architecture.ts');

/** Runs the check of the house on another tree: names of the rules each file breaks, by file. */
export async function rulesBrokenIn(root: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--root', root, '--json'], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const { violations } = JSON.parse(stdout) as { violations: { from: string; rule: { name: string } }[] };
  const broken = new Map<string, Set<string>>();
  for (const { from, rule } of violations) broken.set(from, (broken.get(from) ?? new Set()).add(rule.name));
  return broken;
}

/** Exit status and output of the check, as a person sees it. */
export async function runCheck(root: string): Promise<{ readonly status: number; readonly output: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [script, '--root', root], (error, stdout, stderr) =>
      done({ status: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    );
  });
}
