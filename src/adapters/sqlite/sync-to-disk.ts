import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Waits until the file's content is on the disk. The file must not be an open database (its log may): closing it drops its locks. */
export function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Waits until a folder's entries are on the disk, so that a rename survives loss of power. */
export function syncFolder(path: string): void {
  // Windows opens no folders; its file systems order renames themselves.
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
