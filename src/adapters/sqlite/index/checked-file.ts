import { readFileSync, statSync, writeFileSync } from 'node:fs';

/**
 * Whether a file is the one that was last found, or left, whole. To look at every page and row takes too long for each
 * command; but what a failing copy, another program or a cut of power does to a file shows in its size or its times.
 */
export function isAsChecked(path: string): boolean {
  try {
    return readFileSync(notePath(path), 'utf8') === stampOf(path);
  } catch {
    return false;
  }
}

/** Only saves the next look: where it cannot be written, each process looks for itself. */
export function noteChecked(path: string): void {
  try {
    writeFileSync(notePath(path), stampOf(path), { mode: 0o600 });
  } catch {
    // No room, no right, or the file is gone.
  }
}

function notePath(path: string): string {
  return `${path}.checked`;
}

function stampOf(path: string): string {
  const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}
