import { profileFailure } from '../../src/query/profile-failure.ts';
import { cpuMsSince } from '../reporting/processes.ts';
import { percentile } from '../reporting/statistics.ts';
import type { Figure } from '../suite.ts';

const megabyte = 1_048_576;
const warmUps = 3;
const rounds = 9;
const tokenCharacters = 8_000;

/** One token each that a careless expression reads in quadratic time. */
const hostile = [
  'a',
  'a.',
  '/a',
  "'",
  '[',
  '9',
  '1x',
  'a_',
  '-',
  '(',
  'Error:',
  'at ',
  '  ',
  '\\',
  '::',
  '@a',
];

/** CPU time that a warm profile takes, in milliseconds: the median, of tokens that of the worst. */
export async function profileTimes(logs: readonly string[]): Promise<Readonly<Record<string, Figure>>> {
  const real = logs.join('\n') || 'Copying asset 7 of the theme\nerror: no water in the kettle\n';
  const tokens = hostile.map((part) => part.repeat(tokenCharacters / part.length));
  return {
    profile_8k_token_ms: Math.max(
      ...tokens.flatMap((token) => [medianMs(token), medianMs(`error: ${token}`)]),
    ),
    profile_1mb_ms: medianMs(ofLength(real, megabyte)),
    profile_10mb_ms: medianMs(ofLength(real, 10 * megabyte)),
    profile_100mb_ms: medianMs(ofLength(real, 100 * megabyte)),
  };
}

function medianMs(output: string): number {
  const times: number[] = [];
  for (let round = 0; round < warmUps + rounds; round++) {
    const before = process.cpuUsage();
    profileFailure({ output, command: 'npm test', worktree: '/home/ada/ledger' });
    if (round >= warmUps) times.push(cpuMsSince(before));
  }
  return percentile(times, 0.5);
}

function ofLength(text: string, characters: number): string {
  return text.repeat(Math.ceil(characters / text.length)).slice(0, characters);
}
