import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { CommitSearch } from '../../src/model/answers/commit-answers.ts';
import type { ErrorCode } from '../../src/model/errors.ts';
import type { Memory, OpenMemoryOptions } from '../../src/open/memory.ts';
import { openMemory } from '../../src/open/open-memory.ts';
import { temporaryFolder } from '../git/build-repository.ts';

/** A home that is not there yet. */
export function newHome(): string {
  return join(temporaryFolder(), 'home');
}

/** The library's door, closed when the test is over. */
export async function open(
  repository: string,
  home: string,
  options: OpenMemoryOptions = {},
): Promise<Memory> {
  const memory = await openMemory({ repository, home, ...options });
  onTestFinished(() => memory.close());
  return memory;
}

export interface Ended {
  /** `null` when the process was killed. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

export interface CommandOptions extends Pick<SpawnOptions, 'uid' | 'gid' | 'cwd'> {
  /** `AFTERWIT_HOME`; left out of the environment when absent. */
  readonly home?: string;
  /** `HOME`; likewise. */
  readonly userHome?: string;
  /** Words in front of the command, such as a shell that sets a limit. */
  readonly launcher?: readonly string[];
}

const bin = join(import.meta.dirname, '../../src/bin.ts');

/** The command line's door: the real command in a process of its own, with next to nothing in its environment. */
export function startAfterwit(words: readonly string[], options: CommandOptions = {}): Started {
  const { home, userHome, launcher = [], ...identity } = options;
  const [command = process.execPath, ...rest] = [...launcher, process.execPath, bin, ...words];
  const child = spawn(command, rest, {
    cwd: '/',
    ...identity,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      ...(home === undefined ? {} : { AFTERWIT_HOME: home }),
      ...(userHome === undefined ? {} : { HOME: userHome }),
    },
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject).once('close', (status) => resolve({ status, ...texts }));
  });
  return { child, ended };
}

export function runAfterwit(words: readonly string[], options: CommandOptions = {}): Promise<Ended> {
  return startAfterwit(words, options).ended;
}

/** What a command run with `--json` answered. Throws when that is no JSON. */
export function answerOf<T = Record<string, unknown>>({ stdout, stderr }: Ended): T {
  if (stderr !== '') throw new Error(`unexpected on stderr: ${stderr}`);
  return JSON.parse(stdout) as T;
}

/** What an error looks like that is for people to read: its code, its exit status, and nothing on standard output. */
export function failure(status: number, code: ErrorCode, words = '') {
  return { status, code, words };
}

/** The same as {@link failure} says, taken from how a command ended. */
export function failureOf({ status, stdout, stderr }: Ended, words: RegExp) {
  const code = /^([A-Z_]+), exit status \d+$/m.exec(stderr)?.[1];
  return {
    status,
    code,
    words: stdout === '' && words.test(stderr.replaceAll('\n', ' ')) ? '' : `${stdout}${stderr}`,
  };
}

function subjectsOf(search: CommitSearch): readonly string[] {
  return search.hits.map(({ subject }) => subject).sort();
}

/** Every commit that a search for a word finds, however unlikely it is to help. */
export async function find(memory: Memory, query: string, asOf?: string): Promise<readonly string[]> {
  const options = { topK: 1_000, minimumConfidence: 0, ...(asOf === undefined ? {} : { asOf }) };
  return subjectsOf(await memory.searchCommits(query, options));
}
