import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

/** Versions that the docs tell of (`docs/research/doors.md`). */
const packages = ['@modelcontextprotocol/conformance@0.1.16', '@modelcontextprotocol/inspector@2.12.0'];
const mostMs = 300_000;
/** Whoever has no network is to be told soon. */
const patience = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];

/** Installs the programs, without what they would run on installation. Returns why not. */
export function installClients(folder: string): string | undefined {
  mkdirSync(folder, { recursive: true });
  const words = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status, stderr, error } = spawnSync('npm', [...words, ...patience, ...packages], {
    encoding: 'utf8',
    timeout: mostMs,
    shell: process.platform === 'win32',
  });
  if (status === 0) return undefined;
  return error?.message ?? stderr.split('\n').find((line) => line.startsWith('npm error')) ?? 'npm failed';
}
