import { chmodSync, copyFileSync, globSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the bundled programs, for as long as Vitest runs. */
    readonly programs: string;
  }
}

const top = join(import.meta.dirname, '../..');

/** Programs of tests that `dist` lacks, or has only behind a door. */
const sources = [
  ...globSync('tests/{durability,mcp}/programs/*.ts', { cwd: top }),
  'src/adapters/syntax/syntax-worker.ts',
  'src/hooks/run-hook.ts',
  'src/open/compile-cache.ts',
  'src/hooks/tell-moment.ts',
  'src/open/hook-recall.ts',
  'src/open/run-flags.ts',
];

/** Each project loads this file anew, and shares the bundle. */
const shared = globalThis as { afterwitPrograms?: Promise<string> };

/**
 * Bundles every program that tests start: each would strip and compile hundreds of files, half a second of work for the
 * processor. Called by Vitest before the first test of each project.
 */
export async function setup(project: TestProject): Promise<(() => void) | undefined> {
  const isFirst = shared.afterwitPrograms === undefined;
  shared.afterwitPrograms ??= bundlePrograms();
  const folder = await shared.afterwitPrograms;
  project.provide('programs', join(folder, 'programs'));
  return isFirst ? () => rmSync(folder, { recursive: true, force: true }) : undefined;
}

async function bundlePrograms(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'afterwit-programs-'));
  // Some are run as another user.
  chmodSync(folder, 0o755);
  // They tell the version, and look for grammars.
  copyFileSync(join(top, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(top, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const inputs = sources.map((file) => [basename(file, '.ts'), join(top, file)] as const);
  const bundle = await rolldown({
    input: Object.fromEntries(inputs),
    platform: 'node',
    logLevel: 'silent',
  });
  await bundle.write({
    dir: join(folder, 'programs'),
    format: 'esm',
    comments: false,
    chunkFileNames: 'chunks/[name]-[hash].js',
  });
  await bundle.close();
  return folder;
}
