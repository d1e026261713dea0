import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const specifierPattern = /(from |import\()(['"])(\.[^'"]*)\.ts\2/g;

/** Writes the types of the library entry to `dist/types`, and no other file's. */
export async function emitDeclarations(): Promise<void> {
  await runCompiler();
  const reachable = await makeImportable(resolve('dist/types/index.d.ts'));
  for (const file of globSync('dist/types/**/*.d.ts')) {
    if (!reachable.has(resolve(file))) await rm(file);
  }
}

async function runCompiler(): Promise<void> {
  const compiler = 'node_modules/typescript/bin/tsc';
  try {
    await promisify(execFile)(process.execPath, [compiler, '-p', 'tsconfig.build.json']);
  } catch (error) {
    const { stdout } = error as { stdout?: string };
    throw new Error(`tsc -p tsconfig.build.json failed:\n${stdout ?? ''}`, { cause: error });
  }
}

/**
 * Imports in our source end in `.ts`; in a package they must name the `.js` beside which the types stand.
 * @returns The entry and all files its types refer to.
 */
async function makeImportable(entry: string): Promise<ReadonlySet<string>> {
  const reachable = new Set([entry]);
  for (const file of reachable) {
    const text = await readFile(file, 'utf8');
    for (const [, , , path] of text.matchAll(specifierPattern))
      reachable.add(join(dirname(file), `${path}.d.ts`));
    await writeFile(file, text.replace(specifierPattern, '$1$2$3.js$2'));
  }
  return reachable;
}
