import { stripLabels } from './strip-labels.ts';
import { stripStamps } from './strip-stamps.ts';

/** A longer output is read at its two ends only, so that the work is bounded. */
const wholeOutputCharacters = 10_485_760;
const headCharacters = 2_097_152;
const tailCharacters = 8_388_608;
const headLines = 80_000;
const tailLines = 320_000;

/** A longer line is printed data; anything it says about a failure is at its start. */
const longestLine = 8_000;

const escapeCharacter = '\u001b';
const bell = '\u0007';
const oneByteEscape = '\u009b';
/** Control sequences, which a terminal obeys and does not show: colours, cursor movements, window titles, links. */
const controlSequence = new RegExp(
  [
    `(?:${escapeCharacter}\\[|${oneByteEscape})[0-?]*[ -/]*[@-~]?`,
    `${escapeCharacter}\\][^${bell}${escapeCharacter}]*(?:${bell}|${escapeCharacter}\\\\)?`,
    `${escapeCharacter}[()*+][0-9A-Za-z]?`,
    `${escapeCharacter}[ -/]*[0-~]?`,
  ].join('|'),
  'g',
);
const opensPrivateKey = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
const insidePrivateKey = /^(?:\s|\\n|[A-Za-z0-9+/=:,;.-])*$/;

/**
 * Gives the lines that a reader of the terminal would see. Control sequences are removed, an overwritten line (`\r`) keeps
 * its last state, and the times of a log and the labels of wrappers are removed. The inside of private keys is removed here,
 * because a later excerpt could not recognise it.
 */
export function terminalLines(output: string): readonly string[] {
  return withoutPrivateKeys(stripLabels(stripStamps(firstAndLastLines(bothEnds(output)).map(visible))));
}

function firstAndLastLines(text: string): readonly string[] {
  let headEnd = 0;
  for (let line = 0; line < headLines && headEnd !== -1; line++) headEnd = text.indexOf('\n', headEnd + 1);
  // Without this return, the search for the tail would stop at a line break at index 0 and repeat it to its limit.
  if (headEnd === -1) return text.split('\n');
  let tailStart = text.length;
  for (let line = 0; line < tailLines && tailStart > headEnd; line++)
    tailStart = text.lastIndexOf('\n', tailStart - 1);
  if (tailStart <= headEnd) return text.split('\n');
  return [...text.slice(0, headEnd).split('\n'), '', ...text.slice(tailStart + 1).split('\n')];
}

function bothEnds(output: string): string {
  if (output.length <= wholeOutputCharacters) return output;
  const head = output.slice(0, headCharacters);
  const tail = output.slice(-tailCharacters);
  // A line that is cut in the middle could show half of a secret, so it is dropped.
  const wholeHead = head.slice(0, Math.max(head.lastIndexOf('\n'), 0) || longestLine);
  const tailStart = tail.search(/[\r\n]/);
  return `${wholeHead}\n\n${tailStart === -1 ? '' : tail.slice(tailStart + 1)}`;
}

function visible(line: string): string {
  let text = line.endsWith('\r') ? line.slice(0, -1) : line;
  if (text.includes('\r')) text = lastState(text);
  if (text.length > longestLine) text = text.slice(0, longestLine);
  if (text.includes(escapeCharacter) || text.includes(oneByteEscape))
    text = text.replace(controlSequence, '');
  return text.trimEnd();
}

function lastState(line: string): string {
  let end = line.length;
  while (end > 0) {
    const start = line.lastIndexOf('\r', end - 1) + 1;
    const state = line.slice(start, end);
    if (state.trim() !== '') return state;
    end = start - 1;
  }
  return '';
}

function withoutPrivateKeys(lines: readonly string[]): readonly string[] {
  let inside = false;
  return lines.filter((line) => {
    if (inside && insidePrivateKey.test(line)) {
      inside = !line.includes('-----END');
      return false;
    }
    inside = line.includes('-----BEGIN') && opensPrivateKey.test(line) && !line.includes('-----END');
    return true;
  });
}
