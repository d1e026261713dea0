import { stripLabels } from './strip-labels.ts';
import { stripStamps } from './strip-stamps.ts';

/** More than this is read at its two ends only, so that the work is bounded whatever a command prints. */
const wholeOutputCharacters = 10_485_760;
const headCharacters = 2_097_152;
const tailCharacters = 8_388_608;
const headLines = 80_000;
const tailLines = 320_000;

/** Longer lines are data somebody printed; what they say about a failure stands at their start. */
const longestLine = 8_000;

const escapeCharacter = '\u001b';
const bell = '\u0007';
const oneByteEscape = '\u009b';
/** Colours, cursor movements, window titles, links: what a terminal obeys and does not show. */
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
 * What a reader of the terminal would see of an output, line by line: without control sequences, of a line that was
 * overwritten (`\r`) only its last state, without the times of a log and the labels of wrappers, and without the inside of
 * private keys, which no later excerpt could recognise.
 */
export function terminalLines(output: string): readonly string[] {
  return withoutPrivateKeys(stripLabels(stripStamps(firstAndLastLines(bothEnds(output)).map(visible))));
}

function firstAndLastLines(text: string): readonly string[] {
  let headEnd = 0;
  for (let line = 0; line < headLines && headEnd !== -1; line++) headEnd = text.indexOf('\n', headEnd + 1);
  // Also because what follows would look for ever again at a line break that the text begins with.
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
  // The line that a cut goes through could show half of a secret.
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
