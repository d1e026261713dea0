import { startDetached } from '../adapters/processes/start-program.ts';

export interface PausedSession {
  readonly transcript: string;
  readonly cwd: string;
  /** It goes on in a moment: after each answer of the agent. */
  readonly isShort: boolean;
}

interface MiningStart {
  readonly session: PausedSession;
  /** Folder of memories and logs. */
  readonly home: string;
  /** The program that mines (`mine-session.js`). */
  readonly program: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** Folder of the home for the files of mining. */
export const miningFolder = 'sessions';
/** Suffix of the file that records consent to mining in a repository. */
const agreementSuffix = '.agreed';
/** Locked by the process that mines in the background; its time is that of the last one. */
export const lockName = 'background.lease';

/** Written whenever a process finds that it may not mine: so that none is started for each answer of an agent there. */
export const refusedName = 'background.refused';

const leastPauseMs = 60_000;

/**
 * Starts mining a session that pauses, in a process of its own. Returns why it does not: there is no consent,
 * or it has just been done. This takes a look at one folder and one file, because an agent waits.
 */
export function startMining({ session, home, program, environment }: MiningStart): string | undefined {
  const { existsSync, readdirSync, statSync } = process.getBuiltinModule('node:fs');
  const { join } = process.getBuiltinModule('node:path');
  const folder = join(home, miningFolder);
  if (!existsSync(folder) || !readdirSync(folder).some((name) => name.endsWith(agreementSuffix)))
    return 'no person agreed to reading sessions';
  const isRecent = (name: string): boolean => {
    const lastMs = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs;
    return lastMs !== undefined && Math.abs(Date.now() - lastMs) < leastPauseMs;
  };
  if (session.isShort && (isRecent(lockName) || isRecent(refusedName)))
    return 'sessions were read, or were not to be, a moment ago';
  if (!existsSync(program)) return `${program} is missing`;
  startDetached({
    file: program,
    words: [session.transcript, session.cwd],
    environment: { ...environment, AFTERWIT_HOME: home },
  });
  return undefined;
}
