import type { KnownRepository } from '../../model/repository.ts';

/** `owner/name` at the forge, from the repository's first remote there: `github.com/pytest-dev/pytest` gives `pytest-dev/pytest`. */
export function slugOf({ evidence }: KnownRepository): string | undefined {
  const remote = evidence.find(({ kind, value }) => kind === 'remote' && !value.startsWith('file:'))?.value;
  return remote === undefined ? undefined : /^[^/]+\/(.+)$/.exec(remote)?.[1];
}
