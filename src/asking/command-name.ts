import { createHash } from 'node:crypto';
import { redact } from '../redaction/redact.ts';

/** Tells two commands of one program apart, and too short to guess a secret in their arguments by. */
const markLength = 4;

/** A command in receipts and as the owner of its answers: without its arguments, which may hold a secret. */
export function nameOfCommand(command: readonly string[]): string {
  const mark = createHash('sha256').update(JSON.stringify(command)).digest('hex').slice(0, markLength);
  return `command/${programOf(command).split(/[/\\]/).at(-1)}#${mark}`;
}

/** A command for people: its program, and how many arguments it has. */
export function describeCommand(command: readonly string[]): string {
  const count = Math.max(0, command.length - 1);
  if (count === 0) return programOf(command);
  return `${programOf(command)} with ${count} argument${count === 1 ? '' : 's'}`;
}

function programOf([program = '']: readonly string[]): string {
  return redact(program);
}

export function wordsOf(line: string): readonly string[] {
  return line.split(/\s+/).filter((word) => word !== '');
}
