import type { Session } from './session.ts';

/** Makes the repository here known to the home where memories of it are meant: a clone may be asked so before anything else. */
export async function knowRepository({
  memory,
  options,
}: Pick<Session, 'memory' | 'options'>): Promise<void> {
  if (options.scope === 'repo') await memory();
}
