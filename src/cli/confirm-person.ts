import { randomInt } from 'node:crypto';
import type { IdentifiedSpeaker } from '../engine/speakers/identify-speaker.ts';
import type { Speaker } from '../model/speaker.ts';

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
 * Asks whoever is unknown to type a word that stands on the terminal: text that an agent follows cannot know it.
 *
 * @param ask puts a question to the terminal; gives nothing where there is none
 * @returns the person, or undefined when there is nobody to ask or another word was typed
 */
export function confirmPerson(
  { speaker, doubt = 'it is not known who runs this' }: IdentifiedSpeaker,
  ask: (question: string) => string | undefined,
): Speaker | undefined {
  if (speaker.kind !== 'unknown') return undefined;
  const word = `${words[randomInt(words.length)]}-${10 + randomInt(highestNumber)}`;
  const typed = ask(`A person is believed, and ${doubt}.\nType ${word} to speak as ${speaker.name}: `);
  return typed === word ? { ...speaker, kind: 'user' } : undefined;
}
