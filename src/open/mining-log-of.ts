import { join } from 'node:path';
import { openMiningLog } from '../adapters/transcripts/open-mining-log.ts';
import type { RepositoryId } from '../model/repository.ts';
import type { MiningLog } from '../ports/transcript-source.ts';
import { miningFolder } from './start-mining.ts';

/** How far the sessions of a repository were mined, and whether its user agreed to that. */
export function miningLogOf(home: string, repository: RepositoryId): MiningLog {
  return openMiningLog(join(home, miningFolder, repository));
}
