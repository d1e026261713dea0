import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether this user may make symbolic links that lead somewhere: on Windows it takes a right that few have. */
export const canLink = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'afterwit-link-'));
  try {
    writeFileSync(join(folder, 'target'), 'here');
    symlinkSync(join(folder, 'target'), join(folder, 'link'));
    return readFileSync(join(folder, 'link'), 'utf8') === 'here';
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
})();
