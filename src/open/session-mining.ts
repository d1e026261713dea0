import { homedir } from 'node:os';
import { resolve, sep } from 'node:path';
import { locateGitDirectory } from '../adapters/git/locate-git-directory.ts';
import { openTranscriptSource } from '../adapters/transcripts/open-transcript-source.ts';
import type { RememberDependencies } from '../engine/memory/draft-item.ts';
import { planMining } from '../engine/sessions/choose-transcripts.ts';
import { mineSessions } from '../engine/sessions/mine-sessions.ts';
import type { MiningDependencies } from '../engine/sessions/mining-dependencies.ts';
import type { MiningPlan, MiningReport } from '../model/answers/mining-report.ts';
import type { RepositoryId, RepositoryLocation } from '../model/repository.ts';
import type { MineSessionsOptions } from './memory-requests.ts';
import { miningLogOf } from './mining-log-of.ts';

interface MiningPlace {
  readonly home: string;
  readonly repositoryId: RepositoryId;
  readonly location: RepositoryLocation;
}

/** Learns from the sessions of agents in a repository. */
export async function mineOwnSessions(
  options: MineSessionsOptions,
  dependencies: RememberDependencies & Pick<MiningDependencies, 'capture'>,
  place: MiningPlace,
): Promise<MiningReport> {
  return await mineSessions(options, { ...dependencies, ...sourcesOf(options, place) });
}

/** Says what would be read. */
export function planOwnMining(options: MineSessionsOptions, place: MiningPlace): MiningPlan {
  return planMining(options, sourcesOf(options, place));
}

function sourcesOf({ folders = [] }: MineSessionsOptions, { home, repositoryId, location }: MiningPlace) {
  const environment = process.env;
  return {
    transcripts: openTranscriptSource({ environment, userHome: homedir(), workingDirectory: process.cwd() }),
    log: miningLogOf(home, repositoryId),
    belongsHere: rememberAnswers((directory) =>
      belongsTo(directory.replace(/^~(?=\/|$)/, homedir()), folders, location),
    ),
  };
}

/** A folder that is there is asked for its repository; one that is gone is known by the place that it had. */
function belongsTo(directory: string, folders: readonly string[], location: RepositoryLocation): boolean {
  if (folders.some((folder) => isWithin(directory, resolve(folder)))) return true;
  try {
    return locateGitDirectory(directory).identityDirectory === location.identityDirectory;
  } catch {
    return location.worktree !== undefined && isWithin(directory, location.worktree);
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function rememberAnswers(ask: (directory: string) => boolean): (directory: string) => boolean {
  const answers = new Map<string, boolean>();
  return (directory) => {
    const answer = answers.get(directory) ?? ask(directory);
    answers.set(directory, answer);
    return answer;
  };
}
