import { closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { SetupAgent } from '../model/answers/setup-report.ts';

const suffix = '.seen';

/**
 * Dates the last session of a connected program by a file in `logs` of the home. Makes no home.
 * @param program name of its client, of plain characters
 */
export function noteSeen(home: string, program: string): void {
  try {
    if (!existsSync(home)) return;
    mkdirSync(join(home, 'logs'), { recursive: true, mode: 0o700 });
    const path = join(home, 'logs', `${program}${suffix}`);
    closeSync(openSync(path, 'a', 0o600));
    utimesSync(path, new Date(), new Date());
  } catch {
    // No caller waits for it.
  }
}

/** When the last session of an agent began; its client's name begins with its own. */
export function lastSeenMs(home: string, agent: SetupAgent): number | undefined {
  try {
    const times = readdirSync(join(home, 'logs'))
      .filter((name) => name.startsWith(agent) && name.endsWith(suffix))
      .map((name) => statSync(join(home, 'logs', name)).mtimeMs);
    return times.length === 0 ? undefined : Math.max(...times);
  } catch {
    return undefined;
  }
}
