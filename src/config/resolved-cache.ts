import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DottedValues } from './dotted-names.ts';
import type { SettingWarning } from './setting-source.ts';
import { settingTable } from './setting-table.ts';

/** Checked values of one set of sources. */
interface ResolvedEntry {
  readonly values: DottedValues;
  readonly warnings: readonly SettingWarning[];
}

interface CacheFile {
  /** The settings there were when it was written: another version of afterwit may have others. */
  readonly settings: string;
  readonly entries: Readonly<Record<string, ResolvedEntry>>;
}

/** Repositories with settings of their own take turns; this many are remembered. */
const entryLimit = 16;

const knownSettings = JSON.stringify(settingTable);

function cachePath(home: string): string {
  return join(home, 'resolved.json');
}

function isCacheFile(value: unknown): value is CacheFile {
  if (typeof value !== 'object' || value === null || !('settings' in value && 'entries' in value))
    return false;
  return value.settings === knownSettings && typeof value.entries === 'object' && value.entries !== null;
}

function readEntries(home: string): CacheFile['entries'] {
  try {
    const path = cachePath(home);
    const parsed: unknown = statSync(path).isFile() ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
    return isCacheFile(parsed) ? parsed.entries : {};
  } catch {
    // Absent or damaged: it is only a cache.
    return {};
  }
}

/** What was resolved from exactly these sources before. The key holds all that the result depends on. */
export function readResolved(home: string, key: string): ResolvedEntry | undefined {
  const entries = readEntries(home);
  return Object.hasOwn(entries, key) ? entries[key] : undefined;
}

/** Remembers a result, newest last. Does nothing where the home is absent or cannot be written. */
export function writeResolved(home: string, key: string, entry: ResolvedEntry): void {
  const others = Object.entries(readEntries(home)).filter(([other]) => other !== key);
  const entries = Object.fromEntries([...others.slice(1 - entryLimit), [key, entry]]);
  const unfinished = `${cachePath(home)}.${process.pid}`;
  try {
    writeFileSync(unfinished, JSON.stringify({ settings: knownSettings, entries } satisfies CacheFile), {
      mode: 0o600,
    });
    renameSync(unfinished, cachePath(home));
  } catch {
    rmSync(unfinished, { force: true });
  }
}
