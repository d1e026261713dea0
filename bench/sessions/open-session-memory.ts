import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Clock,
  type Memory,
  type MemoryHome,
  type MiningReport,
  openHome,
  openMemory,
} from '../../src/index.ts';
import { person } from '../person.ts';

const committer = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'commit.gpgSign=false'];

/** The memory of one repository whose sessions were elsewhere, through the published library. */
export interface SessionMemory extends AsyncDisposable {
  readonly memory: Memory;
  readonly home: MemoryHome;
  mine(path: string): Promise<MiningReport>;
}

/** The sessions are of years ago: what was learned from them must not have expired. */
const settings = { 'memory.v3.lifecycle.typeTtlDays.fix': 0 };

/** @param clock when it is, instead of now */
export async function openSessionMemory(folder: string, clock?: Clock): Promise<SessionMemory> {
  const repository = join(folder, 'repository');
  mkdirSync(repository, { recursive: true });
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-C', repository, ...committer, ...words]);
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '--message', 'Begin');
  const place = { repository, home: join(folder, 'home') };
  const memory = await openMemory({ ...place, settings, ...(clock === undefined ? {} : { clock }) });
  const home = await openHome({ ...place, speaker: person });
  return {
    memory,
    home,
    mine: (path) => memory.mineSessions({ places: [path], folders: ['/'] }),
    async [Symbol.asyncDispose]() {
      await memory.close();
      await home.close();
    },
  };
}
