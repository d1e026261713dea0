import { createHash } from 'node:crypto';

/** Rules are written on one half of the repositories and judged on the other. */
export type RepositoryHalf = 'even' | 'odd';

/** Decided by the name alone, before anything of it is read. */
export function halfOf(repository: string): RepositoryHalf {
  const [first = 0] = createHash('sha256').update(repository).digest();
  return first % 2 === 0 ? 'even' : 'odd';
}
