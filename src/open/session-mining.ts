import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, normalize, relative, resolve, sep } from 'node:path';
import { locateGitDirectory } from '../adapters/git/git-directory.ts';
import { openCodeRows } from '../adapters/sqlite/open-code-rows.ts';
import { openTranscriptSource } from '../adapters/transcripts/open-transcript-source.ts';
import { sessions } from '../agents/sessions.ts';
import type { UseAsker } from '../engine/models/use-asker.ts';
import { type MineSessionsRequest, mineSessions, planMining } from '../engine/sessions/mine-sessions.ts';
import { defined } from '../model/defined.ts';
import type { RepositoryLocation } from '../model/repository.ts';
import { type MiningPlan, type MiningReport, sessionAgents } from '../model/session.ts';
import type { TranscriptPlace } from '../ports/transcript-source.ts';
import { oncePerKey } from '../text/once.ts';
import { miningLogOf } from './mining-log-of.ts';
import type { MiningPlace, RepositoryContext } from './repository-context.ts';

interface ChosenSessions extends MineSessionsRequest {
  /** Folders whose sessions belong here too: where a clone lay before it was moved. */
  readonly folders?: readonly string[] | undefined;
}

/** Learns from the sessions of agents in a repository. @throws HOME_NOT_WRITABLE, DISK_FULL, INTERRUPTED */
export async function mineHere(options: ChosenSessions, on: RepositoryContext): Promise<MiningReport> {
  const { capture } = on.dependencies.settings;
  const sources = sourcesOf(options, await on.miningPlace());
  const asker = await extractor(on);
  return await mineSessions(options, { ...(await on.remembering()), capture, ...sources, asker });
}

/** Plans the transcripts to read, and names the models that would be told of them. */
export async function planOwnMining(options: ChosenSessions, on: RepositoryContext): Promise<MiningPlan> {
  const plan = planMining(options, sourcesOf(options, await on.miningPlace()));
  const told = (await extractor(on))?.model;
  return { ...plan, ...defined({ told }) };
}

async function extractor({ dependencies, models }: RepositoryContext): Promise<UseAsker | undefined> {
  const { extractionMode } = dependencies.settings.memory.v3;
  return extractionMode === 'hybrid' ? await models.asker() : undefined;
}

function sourcesOf({ folders = [] }: ChosenSessions, { home, repositoryId, location }: MiningPlace) {
  const topOrNone = oncePerKey(
    (directory: string) => findTop(directory.replace(/^~(?=\/|$)/, homedir()), folders, location) ?? '',
  );
  return {
    transcripts: openTranscriptSource(sessions, ownTranscripts(), openCodeRows),
    log: miningLogOf(home, repositoryId),
    topOf: (directory: string) => topOrNone(directory) || undefined,
  };
}

/** The folders of the agents themselves, as they find them. */
function ownTranscripts(): readonly TranscriptPlace[] {
  const lookup = { environment: process.env, userHome: homedir(), workingDirectory: process.cwd() };
  return sessionAgents.map((agent) => ({ agent, path: sessions[agent].place(lookup) }));
}

/**
 * A folder that is there is asked for its repository; a missing one is known by its former place. A relative one is
 * known only where it is named as it is written, as its base is unknown. Below a named folder the top is not known.
 */
function findTop(
  directory: string,
  folders: readonly string[],
  location: RepositoryLocation,
): string | undefined {
  if (!isAbsolute(directory)) {
    const isNamed = folders.some(
      (folder) =>
        folder === sep || (!isAbsolute(folder) && isWithin(normalize(directory), normalize(folder))),
    );
    return isNamed ? directory : undefined;
  }
  if (folders.some((folder) => isWithin(directory, resolve(folder)))) return directory;
  try {
    const { identityDirectory, worktree = directory } = locateGitDirectory(directory);
    return identityDirectory === location.identityDirectory ? asWritten(worktree, directory) : undefined;
  } catch {
    const { worktree } = location;
    return worktree !== undefined && isWithin(directory, worktree) ? worktree : undefined;
  }
}

/** The top in the spelling of a folder below it, which may lead through a link: outputs and edits have that spelling. */
function asWritten(top: string, directory: string): string {
  const below = relative(top, realpathSync(directory));
  if (below === '') return directory;
  return directory.endsWith(sep + below) ? directory.slice(0, -below.length - 1) : top;
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
