import type { MemoryItem } from '../../model/memory-item.ts';
import type { RepositoryPath } from '../../model/repository.ts';

/** Origins of rules begin so; the path of the file follows. */
export const originPrefix = 'rules:';

/** Rule files that an agent reads by itself when it starts, by its name. */
const readBy: Readonly<Record<string, RegExp>> = {
  'claude-code': /(?:^|\/)CLAUDE\.md$/i,
  codex: /(?:^|\/)AGENTS\.md$/i,
  'cursor-agent': /(?:^|\/)(?:AGENTS\.md|\.cursorrules|\.cursor\/rules\/.*)$/i,
  gemini: /(?:^|\/)GEMINI\.md$/i,
  copilot: /(?:^|\/)AGENTS\.md$|^\.github\/(?:copilot-instructions\.md|instructions\/.*)$/i,
};

/** Whether an agent has a rule in its context already, because it reads the file itself. */
export function isReadBy(agent: string, { origin }: Pick<MemoryItem, 'origin'>): boolean {
  if (!origin.startsWith(originPrefix)) return false;
  return readBy[agent]?.test(origin.slice(originPrefix.length)) === true;
}

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
