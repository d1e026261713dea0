import { readFileSync, statSync, writeFileSync } from 'node:fs';

/**
 * Whether a file is unchanged since it was last checked or cleanly closed. Checking every page and row in each command
 * would take too long, but damage by a failed copy, another program or a power cut shows in the file's size or times.
 */
export function isAsChecked(path: string): boolean {
  try {
    return readFileSync(notePath(path), 'utf8') === stampOf(path);
  } catch {
    return false;
  }
}

/** Records the check. Only an optimisation: if the note cannot be written, each process checks again. */
export function noteChecked(path: string): void {
  try {
    writeFileSync(notePath(path), stampOf(path), { mode: 0o600 });
  } catch {
    // The disk is full, permission is missing, or the file is gone.
  }
}

function notePath(path: string): string {
  return `${path}.checked`;
}

function stampOf(path: string): string {
  const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}
