import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Names, sizes, times and content of everything below a folder, whatever its names; empty when there is none. */
export function stateOf(folder: string): readonly string[] {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found === undefined ? [] : statesBelow(Buffer.from(folder));
}

function statesBelow(folder: Buffer): readonly string[] {
  return readdirSync(folder, { encoding: 'buffer' })
    .map((name) => Buffer.concat([folder, Buffer.from('/'), name]))
    .flatMap((path) => {
      const stats = lstatSync(path);
      const isSmall = stats.isFile() && stats.size < largestHashedBytes;
      const digest = isSmall ? createHash('sha1').update(readFileSync(path)).digest('hex') : '';
      const own = `${path.toString('latin1')} ${stats.mode} ${stats.size} ${stats.mtimeMs} ${digest}`;
      return stats.isDirectory() ? [own, ...statesBelow(path)] : [own];
    })
    .sort();
}

const largestHashedBytes = 1_000_000;

/**
 * Processes whose working folder is below a folder. Git is run in the home, so these are the ones that outlived the
 * command that started them. Looks at Linux only.
 */
export function orphansBelow(folder: string): readonly string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        return readlinkSync(join('/proc', id, 'cwd')).startsWith(folder) ? [id] : [];
      } catch {
        // Ended meanwhile, or not ours to look at.
        return [];
      }
    });
}
