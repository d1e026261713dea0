import type { Prepare } from './prepare.ts';
import type { Condition } from './text-prefix.ts';

interface Kept {
  /** Changes when another connection, of this process or of another one, has written. */
  readonly version: number;
  readonly ordinals: Map<string, readonly number[]>;
}

const keptBy = new WeakMap<Prepare, Kept>();

/**
 * Ordinals that meet a condition which needs a look into every row, such as the kind of a body: among 800 preferences that took 3 ms of
 * every recall. They are kept for the connection until a memory is written.
 */
export function keptOrdinals(
  prepare: Prepare,
  { sql, parameters }: Condition,
  find: () => readonly number[],
): readonly number[] {
  const version = Number(prepare('PRAGMA data_version').get()?.data_version);
  const known = keptBy.get(prepare);
  const kept = known?.version === version ? known : { version, ordinals: new Map() };
  keptBy.set(prepare, kept);
  const key = [sql, ...parameters.map(String)].join('\0');
  const ordinals = kept.ordinals.get(key) ?? find();
  kept.ordinals.set(key, ordinals);
  return ordinals;
}

/** To be called when this connection has written a memory, and when it has taken back what it wrote. */
export function forgetOrdinals(prepare: Prepare): void {
  keptBy.delete(prepare);
}
