import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Memory, type MemoryHome, type OpenMemoryOptions, openHome, openMemory } from '../src/index.ts';
import { person } from './person.ts';

/** A repository with one commit, so that it has a history that memories can belong to. */
export function makeRepository(folder: string, name = 'repository'): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'kettle.js'), 'export const boil = 100;\n');
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'commit.gpgSign=false'];
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-C', path, ...identity, ...words], { stdio: 'ignore' });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Boil');
  return path;
}

/** A memory of its own, through the published library; `memory` speaks as the person unless told otherwise. */
export interface ScratchMemory extends AsyncDisposable {
  readonly repository: string;
  readonly homeFolder: string;
  readonly memory: Memory;
  readonly home: MemoryHome;
}

/** @param options default: a repository made in the folder, and the home beside it */
export async function openScratchMemory(
  folder: string,
  options: OpenMemoryOptions = {},
): Promise<ScratchMemory> {
  const { repository = makeRepository(folder), home: homeFolder = join(folder, 'home') } = options;
  const place = { repository, home: homeFolder, speaker: person };
  const memory = await openMemory({ speaker: person, ...options, repository, home: homeFolder });
  const home = await openHome(place);
  return {
    ...{ repository, homeFolder, memory, home },
    async [Symbol.asyncDispose]() {
      await memory.close();
      await home.close();
    },
  };
}
