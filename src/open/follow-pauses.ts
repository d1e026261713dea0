import { fileURLToPath } from 'node:url';
import { type PausedSession, startMining } from './start-mining.ts';

/** Lies beside this file's folder where the package is built; not there in the sources. */
const program = fileURLToPath(new URL('../mine-session.js', import.meta.url));

/** Sessions that pause while a server runs. */
export interface FollowedPauses {
  /** Has the session read, where a person agreed to it. @returns why not */
  pause(session: PausedSession): string | undefined;
  /** The server ends, and the session with it: the part after the last pause is read. */
  end(): void;
}

export function followPauses(home: string, environment: NodeJS.ProcessEnv): FollowedPauses {
  let last: PausedSession | undefined;
  const start = (session: PausedSession) => startMining({ session, home, program, environment });
  return {
    pause(session) {
      last = session;
      return start(session);
    },
    end() {
      if (last !== undefined) start({ ...last, isShort: false });
    },
  };
}
