import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { neutraliseControls } from '../../redaction/neutralise-controls.ts';

const terminals =
  process.platform === 'win32'
    ? { input: '\\\\.\\CONIN$', output: '\\\\.\\CONOUT$' }
    : { input: '/dev/tty', output: '/dev/tty' };
/** Whether an answer agrees: the whole word, because the program `yes` types `y`. */
export function isYes(answer: string | undefined): boolean {
  return answer?.toLowerCase() === 'yes';
}

const longestAnswer = 256;

/**
 * Puts a question to the user of the terminal that controls this process, even where its streams are redirected.
 * @returns the typed text; undefined when no terminal controls it
 */
export function askAtTerminal(question: string): string | undefined {
  let input: number | undefined;
  let output: number | undefined;
  try {
    input = openSync(terminals.input, 'r');
    output = openSync(terminals.output, 'w');
    writeSync(output, question.split('\n').map(neutraliseControls).join('\n'));
    const buffer = Buffer.alloc(longestAnswer);
    const length = readSync(input, buffer);
    return buffer.toString('utf8', 0, length).trim();
  } catch {
    return undefined;
  } finally {
    for (const descriptor of [input, output]) if (descriptor !== undefined) closeSync(descriptor);
  }
}
