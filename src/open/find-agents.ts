import { resolve } from 'node:path';
import { locateGitDirectory } from '../adapters/git/git-directory.ts';
import type { AgentOnMachine } from '../model/answers/setup-report.ts';
import { agentsOnMachine } from './connected-agents.ts';

/**
 * Every agent we know, whether it has run on this machine, and whether it is connected here.
 * @param repository a path in the repository whose own settings are read too; without one, those of the user alone
 */
export function findAgents(repository = '.'): readonly AgentOnMachine[] {
  return agentsOnMachine(worktreeOf(repository));
}

function worktreeOf(repository: string): string | undefined {
  try {
    return locateGitDirectory(resolve(repository)).worktree;
  } catch {
    return undefined;
  }
}
