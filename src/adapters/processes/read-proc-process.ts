import { readFileSync } from 'node:fs';
import type { ProcessFacts } from '../../ports/system.ts';

/** Fields of `/proc/PID/stat` behind the name of the program, which may itself hold blanks and brackets (proc(5)). */
const fields = { parent: 1, session: 3, terminal: 4, start: 19 } as const;
const longestCommand = 8_192;

/** A process of Linux; undefined when it ended, or `/proc` is not there. */
export function readProcProcess(id: number): ProcessFacts | undefined {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'latin1');
    const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    return {
      id,
      parentId: Number(rest[fields.parent]),
      sessionId: Number(rest[fields.session]),
      startedAt: rest[fields.start] ?? '',
      hasTerminal: Number(rest[fields.terminal]) !== 0,
      command: readCommand(id) ?? [name],
    };
  } catch {
    return undefined;
  }
}

/** Absent for a process of another user, and for threads of the kernel. */
function readCommand(id: number): readonly string[] | undefined {
  try {
    const text = readFileSync(`/proc/${id}/cmdline`, 'utf8').slice(0, longestCommand);
    const words = text.split('\0').filter((word) => word !== '');
    return words.length === 0 ? undefined : words;
  } catch {
    return undefined;
  }
}
