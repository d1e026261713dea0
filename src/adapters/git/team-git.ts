import { mkdirSync, rmSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { AfterwitError } from '../../model/errors.ts';
import { readRegularFile } from '../system/regular-file.ts';
import { type GitExit, startGit } from './git-process.ts';

/** Git's answer, whatever its exit code. */
interface Answer {
  readonly text: Buffer;
  readonly exit: GitExit;
}

/** Git that may reach a remote, with the user's own way of proving who they are: a person asked for it. */
export interface TeamGit {
  run(parameters: readonly string[], input?: string): Promise<Answer>;
  /**
   * @param mostBytes of an answer; a longer one is empty
   * @throws TEAM_UNREACHABLE on any exit code but 0
   */
  read(parameters: readonly string[], input?: string, mostBytes?: number): Promise<Buffer>;
}

/** Git's own variables that prove a person to a host; others could lead elsewhere. */
const keptGitVariables = ['GIT_SSH', 'GIT_SSH_COMMAND', 'GIT_ASKPASS', 'GIT_SSL_CAINFO', 'GIT_CONFIG_GLOBAL'];

const protocols = 'file:git:http:https:ssh';

/** Longest that one command may take; a host that says nothing is not waited for. */
const longestMs = 120_000;

const flags: readonly string[] = [
  '--no-pager',
  ...['-c', 'core.hooksPath=/dev/null'],
  ...['-c', 'core.fsmonitor=false'],
  ...['-c', 'gc.auto=0'],
  ...['-c', 'maintenance.auto=false'],
  ...['-c', 'push.gpgSign=false'],
  ...['-c', 'fetch.fsckObjects=true'],
];

/**
 * Git in a bare directory of our own, which knows only the URL of a repository: it reads, writes and runs nothing there.
 */
export async function openTeamGit(executable: string, directory: string): Promise<TeamGit> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const git = gitIn(executable, directory, userEnvironment());
  await git.read(['init', '--quiet', '--bare', '--template=', '.']);
  return git;
}

/** Removes the mirror that {@link openTeamGit} made: it holds the words of colleagues. */
export function removeTeamGit(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
}

function gitIn(
  executable: string,
  directory: string,
  environment: Readonly<Record<string, string>>,
): TeamGit {
  const run = async (
    parameters: readonly string[],
    input?: string,
    mostBytes = Number.POSITIVE_INFINITY,
  ): Promise<Answer & { readonly isCut: boolean }> => {
    const started = startGit({
      ...{ executable, directory, environment, arguments: [...flags, ...parameters] },
      ...(input === undefined ? {} : { input }),
    });
    const limit = setTimeout(() => void started.stop(), longestMs);
    try {
      const chunks: Buffer[] = [];
      let length = 0;
      for (let next = await started.output.next(); !next.done; next = await started.output.next()) {
        length += next.value.length;
        if (length <= mostBytes) chunks.push(next.value);
        else await started.stop();
      }
      const exit = await started.exit;
      if (exit.failure !== undefined)
        throw new AfterwitError('GIT_NOT_FOUND', `The program ${executable} could not be started.`, {
          cause: exit.failure,
        });
      return { text: Buffer.concat(chunks), exit, isCut: length > mostBytes };
    } finally {
      clearTimeout(limit);
    }
  };
  return {
    run,
    async read(parameters, input, mostBytes) {
      const { text, exit, isCut } = await run(parameters, input, mostBytes);
      if (isCut) return Buffer.of();
      if (exit.code !== 0) throw unreachable(parameters[0] ?? '', exit);
      return text;
    },
  };
}

function userEnvironment(): Readonly<Record<string, string>> {
  const kept = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && (!entry[0].startsWith('GIT_') || keptGitVariables.includes(entry[0])),
  );
  return {
    ...Object.fromEntries(kept),
    GIT_ALLOW_PROTOCOL: protocols,
    GIT_TERMINAL_PROMPT: '0',
    GIT_DIR: '.',
    LC_ALL: 'C',
  };
}

export function unreachable(command: string, { complaint }: GitExit): AfterwitError {
  const said = complaint.trim().split('\n').slice(-3).join(' ').slice(0, 300);
  return new AfterwitError(
    'TEAM_UNREACHABLE',
    `git ${command} did not reach where the team leaves its operations: ${said || 'it said nothing'}. Nothing is lost; sync again once it can be reached.`,
    { data: { command, complaint: said } },
  );
}

/**
 * Tells the readers of a remote: only `known` ones, `anybody`, or `untold`. A folder of this machine is its owner's.
 * Asks the host once, anonymously.
 */
export async function tellReaders(
  executable: string,
  directory: string,
  url: string,
): Promise<'known' | 'anybody' | 'untold'> {
  const address = anonymousAddress(url);
  if (address === undefined) return 'known';
  if (address === '') return 'untold';
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const git = gitIn(executable, directory, {
    ...userEnvironment(),
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ASKPASS: 'true',
  });
  const { exit } = await git.run(['-c', 'credential.helper=', 'ls-remote', '--quiet', '--', address]);
  if (exit.code === 0) return 'anybody';
  return /authentication failed|could not read (?:username|password)|403|401/i.test(exit.complaint)
    ? 'known'
    : 'untold';
}

/** Address for an anonymous read; undefined for a folder, empty where there is no such way. */
function anonymousAddress(url: string): string | undefined {
  if (/^(?:https?|git):\/\//i.test(url)) return url.replace(/^(\w+:\/\/)[^/@]*@/, '$1');
  const remote =
    /^ssh:\/\/(?:[^/@]*@)?([^/:]+)(?::\d+)?\/(.+)$/i.exec(url) ??
    /^(?:[^/@:]+@)?([^/:]{2,}):(?!\/\/)(.+)$/.exec(url);
  return remote === null ? undefined : `https://${remote[1]}/${remote[2]}`;
}

const longestSettings = 1_048_576;

/** URL of the remote `origin`, from the text of the clone's own settings: nothing that they name is run or included. */
export function readRemoteUrl(commonDirectory: string): string | undefined {
  const settings =
    readRegularFile(join(commonDirectory, 'config'), longestSettings, 'followed')?.toString() ?? '';
  const section = /^\s*\[remote "origin"\]([^[]*)/m.exec(settings)?.[1];
  const url = /^\s*url\s*=\s*(.*?)\s*$/m.exec(section ?? '')?.[1];
  return url === '' || url?.startsWith('-') ? undefined : url;
}
