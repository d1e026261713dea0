import { randomInt } from 'node:crypto';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { Memory } from '../api/memory.ts';
import type { IdentifiedSpeaker } from '../engine/speakers/identify-speaker.ts';
import type { Speaker } from '../model/provenance.ts';
import type { Lookalike } from '../model/repository.ts';
import { neutraliseControls } from '../redaction/neutralise-controls.ts';
import { countOf } from '../wording/formats.ts';
import { shortUuid } from '../wording/memory-words.ts';

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

/** Short, spelled as they sound, and told apart at a glance. */
const words = [
  'amber',
  'birch',
  'cedar',
  'delta',
  'ember',
  'fjord',
  'grove',
  'heron',
  'ivory',
  'lotus',
  'maple',
  'olive',
];
const highestNumber = 90;

/**
 * Asks an unknown speaker to type a word that stands on the terminal: text that an agent follows cannot know
 * it.
 * @param ask puts a question to the terminal; gives nothing where there is none
 * @returns the person, or undefined when there is no terminal or another word was typed
 */
export function confirmPerson(
  { speaker, doubt = 'the system does not say who started it', remember }: IdentifiedSpeaker,
  ask: (question: string) => string | undefined,
): Speaker | undefined {
  if (speaker.kind !== 'unknown') return undefined;
  const word = `${words[randomInt(words.length)]}-${10 + randomInt(highestNumber)}`;
  const question = [
    `Are you a person or a program? afterwit cannot tell: ${doubt}.`,
    remember === undefined
      ? 'Press Enter to go on without an answer.'
      : 'It asks this once in this window, and again after 12 hours. Press Enter to go on without an answer.',
    `Type ${word} to speak as yourself: `,
  ];
  if (ask(question.join('\n')) !== word) return undefined;
  remember?.();
  return { ...speaker, kind: 'user' };
}

const sharedWords: Readonly<Record<Lookalike['shared'][number], string>> = {
  root: 'first commit',
  remote: 'remote',
};

/**
 * Asks the person at the terminal once whether a new clone shares the memories of the repository that it looks like. Any
 * answer but yes keeps it apart.
 */
export async function offerToJoin(
  { repositories, location }: Pick<Memory, 'repositories' | 'location'>,
  ask: (question: string) => string | undefined,
): Promise<void> {
  const lookalike = await repositories.lookalike();
  if (lookalike === undefined || !lookalike.isNew) return;
  const place = location.worktree ?? location.gitDirectory;
  if (!isYes(ask(questionAbout(lookalike, place)))) return;
  await repositories.link(lookalike.repository.id);
}

function questionAbout({ repository, shared, itemCount }: Lookalike, place: string): string {
  const known = `${neutraliseControls(repository.name)} (${shortUuid(repository.id)}, ${countOf(itemCount, 'memory', 'memories')})`;
  const ground = shared.map((kind) => sharedWords[kind]).join(' and ');
  return [
    `The clone in ${neutraliseControls(place)} looks like ${known}: it has the same ${ground}.`,
    'Say no if it came from another person: a copy can be made to look like it.',
    'Should it share its memories? Type yes or no: ',
  ].join('\n');
}
