import { englishStopWords } from '../../src/text/words.ts';
import type { RememberedText } from './rule-memory.ts';

/** `whole`: in the words of what is sought. `short`: some of these words. `asked`: a question with a few of them. */
export type QuestionStyle = 'whole' | 'short' | 'asked';

const frames = [
  'how do we',
  'what is the',
  'which',
  'where do we put',
  'should I',
  'when do I need',
  'why do we',
  'how does the',
  'what do we use for',
  'is there a rule about',
  'do we have to',
];
const keptShare = 0.6;
const fewestWords = 3;
/** Share of questions with one or two words that the sought text lacks, since people ask in words of their own. */
const otherWordShare = 0.6;
const twoOtherWordsShare = 0.2;

/**
 * A question for the text of a rule. `short`: some of its words, in order. `asked`: a question with three to five of its telling
 * words, in any order half of the time.
 */
export function wordQuestion(
  style: 'short' | 'asked',
  text: string,
  texts: readonly RememberedText[],
  random: () => number,
): string {
  if (style === 'short') {
    const words = text.split(/\s+/).filter((word) => /\w/.test(word));
    const kept = words.filter(() => random() < keptShare);
    return (kept.length < fewestWords ? words.slice(0, fewestWords) : kept).join(' ');
  }
  const words = pick(tellingWords(text), fewestWords + Math.floor(random() * 3), random);
  const chance = random();
  const other = texts[Math.floor(random() * texts.length)]?.item.content ?? '';
  if (chance < otherWordShare)
    words.push(...pick(tellingWords(other), chance < twoOtherWordsShare ? 2 : 1, random));
  return `${frames[Math.floor(random() * frames.length)]} ${words.join(' ')}?`;
}

function tellingWords(text: string): readonly string[] {
  const words = text.match(/\p{L}[\p{L}\p{N}_.-]*[\p{L}\p{N}]/gu) ?? [];
  return [...new Set(words.filter((word) => !englishStopWords.has(word.toLowerCase())))];
}

function pick(words: readonly string[], count: number, random: () => number): string[] {
  const drawn = words
    .map((word, place) => ({ word, place, key: random() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, count);
  if (random() < 0.5) drawn.sort((a, b) => a.place - b.place);
  return drawn.map(({ word }) => word);
}
