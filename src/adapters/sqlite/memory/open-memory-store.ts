import type { MemoryStore, MemoryUpkeep } from '../../../ports/memory-store.ts';
import type { Clock } from '../../../ports/system.ts';
import type { MemoryUse } from './memory-connection.ts';
import { memoryFiles } from './memory-files.ts';
import { SqliteMemoryStore } from './sqlite-memory-store.ts';

interface OpenMemoryStoreOptions {
  /** Folder of the home; made by the first write. `:memory:` keeps the memory out of the file system. */
  readonly directory: string;
  readonly clock: Clock;
  /** How long a call waits for other processes. Default: 5 seconds. */
  readonly busyTimeoutMs?: number;
  /** `none`: leave backups of these writes to other processes. Default: `auto`. */
  readonly backups?: 'auto' | 'none';
  /** `brief`: the process makes one query and ends without closing the store. Default: `lasting`. */
  readonly use?: MemoryUse;
}

const defaultBusyTimeoutMs = 5_000;

/** The memory of a home. Opens nothing yet; the store's methods throw the errors of {@link MemoryStore}. */
export function openMemoryStore(options: OpenMemoryStoreOptions): MemoryStore & MemoryUpkeep {
  return new SqliteMemoryStore({
    files: options.directory === ':memory:' ? undefined : memoryFiles(options.directory),
    clock: options.clock,
    busyTimeoutMs: options.busyTimeoutMs ?? defaultBusyTimeoutMs,
    backups: options.backups ?? 'auto',
    use: options.use ?? 'lasting',
  });
}
