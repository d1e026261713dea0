import { type FSWatcher, statSync, watch } from 'node:fs';
import { memoryFiles } from '../adapters/sqlite/memory/place-memory.ts';
import { chooseHome } from './this-user.ts';

/** Writes of one transaction come as several events. */
const settleMs = 100;
/** Interval of looking for changes, as some shared drives report none. */
const lookMs = 2_000;

/** A mark of the memory's files that changes with every write. */
export function memoryVersion(home: string | undefined): string {
  const { database, log } = memoryFiles(chooseHome(home));
  return [database, log]
    .map((path) => {
      const found = statSync(path, { throwIfNoEntry: false, bigint: true });
      return found === undefined || found.size === 0n
        ? '0'
        : `${found.mtimeNs.toString(36)}-${found.size.toString(36)}`;
    })
    .join('.');
}

/** Tells each change of a home's memory, by any process. Costs nothing while nothing changes. */
export function watchMemory(home: string | undefined, onChange: (version: string) => void): () => void {
  const { directory, database } = memoryFiles(chooseHome(home));
  const prefix = database.slice(directory.length + 1);
  let told = memoryVersion(home);
  let settling: NodeJS.Timeout | undefined;
  const look = (): void => {
    settling = undefined;
    const version = memoryVersion(home);
    if (version === told) return;
    told = version;
    onChange(version);
  };
  let watcher: FSWatcher | undefined;
  let polling: NodeJS.Timeout | undefined;
  const poll = (): void => {
    watcher?.close();
    polling ??= setInterval(look, lookMs);
  };
  try {
    watcher = watch(directory, (_, name) => {
      if (name === null || name.startsWith(prefix)) settling ??= setTimeout(look, settleMs);
    }).on('error', poll);
  } catch {
    // The home is not there yet, or cannot be watched.
    poll();
  }
  return () => {
    watcher?.close();
    clearInterval(polling);
    clearTimeout(settling);
  };
}
