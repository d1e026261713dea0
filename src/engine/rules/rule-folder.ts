import type { RepositoryPath } from '../../model/commit.ts';
import type { MemoryItem } from '../../model/memory-item.ts';

/** Origins of rules begin so; the path of the file follows. */
export const originPrefix = 'rules:';

const places = /(?:^|\/)(?:\.(?:claude|cursor|github)\/.*|[^/]*)$/;

/**
 * The folder that a rule of a file holds for: the one that the file lies in, `ui/` of `ui/AGENTS.md` and of
 * `ui/.cursor/rules/react.mdc`; empty for the whole repository. Undefined where the rule came from no file.
 */
export function ruleFolderOf({ origin }: Pick<MemoryItem, 'origin'>): RepositoryPath | undefined {
  if (!origin.startsWith(originPrefix)) return undefined;
  const folder = origin.slice(originPrefix.length).replace(places, '');
  return folder === '' ? '' : `${folder}/`;
}
