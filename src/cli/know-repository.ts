import type { Session } from './session.ts';

/** Makes the repository here known to the home where memories of it are meant: a clone may be asked so before anything else. */
export async function knowRepository(
  { memory }: Pick<Session, 'memory'>,
  scope: string | undefined,
): Promise<void> {
  if (scope === 'repo') await memory();
}
