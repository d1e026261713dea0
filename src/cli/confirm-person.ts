import { randomInt } from 'node:crypto';
import type { IdentifiedSpeaker } from '../engine/speakers/identify-speaker.ts';
import type { Speaker } from '../model/provenance.ts';

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
