import { spawnSync } from 'node:child_process';

/** Runs `tests/clients` with the agents of this folder. Returns what failed. */
export function playAgents(folder: string, wordsForVitest: readonly string[]): readonly string[] {
  const words = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'clients', ...wordsForVitest];
  const { status } = spawnSync(process.execPath, words, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, AFTERWIT_CLIENTS: folder },
  });
  return status === 0 ? [] : ['tests/clients'];
}
