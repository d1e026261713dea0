import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Top of this repository. */
export const top = join(import.meta.dirname, '../..');

/** Written when everything else has been: see `scripts/build.ts`. */
const lastBuilt = 'dist/hooks/package.json';

let fault: string | undefined;

/**
 * A file of `dist`, which starts in a fifth of the time that the sources take, and is what users get.
 * @throws Error When `dist` is missing or older than the source: the test would be of something else.
 */
export function builtFile(name: string): string {
  // Looked at once in each worker: it reads the times of 800 files.
  fault ??= describeStaleness(top) ?? '';
  if (fault !== '') throw new Error(fault);
  return join(top, 'dist', name);
}

/** Why `dist` does not stand for the source, and what to do; nothing when it does. */
export function describeStaleness(root: string): string | undefined {
  const builtAtMs = statSync(join(root, lastBuilt), { throwIfNoEntry: false })?.mtimeMs;
  if (builtAtMs === undefined) return 'dist is missing, and this test needs it: `npm run build` makes it.';
  const newer = globSync('src/**/*.ts', { cwd: root }).find(
    (file) => !file.endsWith('.test.ts') && statSync(join(root, file)).mtimeMs > builtAtMs,
  );
  return newer && `dist is older than ${newer}, and this test needs it: \`npm run build\` makes it again.`;
}
