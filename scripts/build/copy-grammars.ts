import { copyFile, mkdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { grammarFiles, runtimeFile } from '../../src/adapters/syntax/read-structure.ts';
import type { BundledFile } from './bundle.ts';

/** Folders, below `node_modules`, of the packages whose files are copied; their licences are ours to pass on. */
export const grammarPackages: readonly string[] = [
  ...new Set(Object.values(grammarFiles).map((file) => file.slice(0, file.lastIndexOf('/')))),
];

/** Copies the parser and its grammars to `dist/grammars`. */
export async function copyGrammars(): Promise<readonly BundledFile[]> {
  await mkdir('dist/grammars', { recursive: true });
  return Promise.all([runtimeFile, ...Object.values(grammarFiles)].map(copyGrammar));
}

async function copyGrammar(file: string): Promise<BundledFile> {
  const source = fileURLToPath(import.meta.resolve(file));
  const name = join('grammars', basename(file));
  await copyFile(source, join('dist', name));
  return { name, bytes: (await stat(source)).size };
}
