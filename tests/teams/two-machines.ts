import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Memory, type MemoryHome, openHome, openMemory } from '../../src/api/memory.ts';
import type { MemoryItem } from '../../src/model/memory-item.ts';
import type { TeamRole } from '../../src/model/team.ts';
import { open } from '../doors/open-library.ts';
import { buildRepository, temporaryFolder } from '../git/build-repository.ts';

/** Clones of one repository, each with a home of its own: machines that share no more than a bare repository. */
export interface Machines {
  readonly remote: string;
  /** Another machine, that belongs to no team. */
  add(name: string): Promise<Machine>;
}

export interface Machine {
  readonly name: string;
  readonly home: string;
  readonly clone: string;
  readonly memory: Memory;
  readonly items: MemoryHome;
  /** Remembers a lesson, and gives its id. */
  readonly say: (content: string) => Promise<string>;
  /** Its memories. */
  readonly lessons: () => Promise<readonly MemoryItem[]>;
  /** The memory, asked by an agent or an unknown speaker. */
  readonly as: (kind: 'agent' | 'unknown') => Promise<Memory>;
}

export function newMachines(): Machines {
  const folder = temporaryFolder();
  const origin = buildRepository();
  origin.commit('Begin', { 'src/kettle.ts': 'export const lid = 1;\n' });
  const remote = join(folder, 'remote.git');
  execFileSync('git', ['clone', '--quiet', '--bare', origin.path, remote]);
  return {
    remote,
    async add(name) {
      const clone = join(folder, name);
      execFileSync('git', ['clone', '--quiet', remote, clone], { stdio: 'ignore' });
      const home = join(folder, `home-${name}`);
      const speaker = { kind: 'user', name, source: 'library' } as const;
      const memory = await open(clone, home, { speaker });
      const items = await openHome({ home, repository: clone, speaker });
      onTestFinished(() => items.close());
      return {
        ...{ name, home, clone, memory, items },
        say: async (content) => (await memory.remember({ content })).item.id,
        lessons: async () => (await items.list()).items,
        as: (kind) =>
          openMemory({ repository: clone, home, speaker: { kind, name: 'x', source: 'library' } }),
      };
    },
  };
}

/** Has a machine join by an invitation of another, and be let in. */
export async function letIn(owner: Machine, other: Machine, role: TeamRole = 'writer'): Promise<void> {
  const { code } = await owner.memory.inviteToTeam(other.name, { role });
  await other.memory.joinTeam(code);
  await owner.memory.syncTeam();
  await other.memory.syncTeam();
}
