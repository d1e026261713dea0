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
export function profileTimes(logs: readonly string[]): Readonly<Record<string, Figure>> {
  const real = logs.join('\n') || 'Copying asset 7 of the theme\nerror: no water in the kettle\n';
  const tokens = hostile.map((part) => part.repeat(tokenCharacters / part.length));
  const ofReal = (megabytes: number) => {
    const characters = megabytes * megabyte;
    return medianMs(real.repeat(Math.ceil(characters / real.length)).slice(0, characters));
  };
  return {
    profile_8k_token_ms: Math.max(
      ...tokens.flatMap((token) => [medianMs(token), medianMs(`error: ${token}`)]),
    ),
    ...{ profile_1mb_ms: ofReal(1), profile_10mb_ms: ofReal(10), profile_100mb_ms: ofReal(100) },
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
