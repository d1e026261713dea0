import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';

const locked = join(import.meta.dirname, 'locked');
const mostMs = 600_000;
/** Without a network that is said soon. */
const patience = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];

/** Installs the programs as they are locked, without what they would run on installation. Returns why not. */
export function installClients(folder: string): string | undefined {
  cpSync(locked, folder, { recursive: true });
  const words = ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status, stderr, error } = spawnSync('npm', [...words, ...patience], {
    encoding: 'utf8',
    timeout: mostMs,
    shell: process.platform === 'win32',
  });
  if (status === 0) return undefined;
  return error?.message ?? stderr.split('\n').find((line) => line.startsWith('npm error')) ?? 'npm failed';
}
