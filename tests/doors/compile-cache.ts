import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder in which Node keeps the compiled sources of programs, for as long as Vitest runs. */
    readonly compileCache: string;
  }
}

/**
 * Makes one compile cache for all programs that tests start from sources: each would strip and compile hundreds of files,
 * half a second of work for the processor. Called by Vitest before the first test.
 */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'afterwit-compiled-'));
  project.provide('compileCache', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
