import { simpleCommands } from './simple-commands.ts';

const showing: ReadonlySet<string> = new Set('tail head grep egrep rg sed awk less more'.split(' '));

/** Whether a command line shows a part of what its program printed: `npm test 2>&1 | tail -5`. */
export function showsPart(command: string): boolean {
  const last = simpleCommands(command).at(-1);
  return last?.joint === '|' && showing.has(last.words[0] ?? '');
}
