import { splitPassages } from '../text/passages.ts';
import { factsOf } from './facts-of.ts';

interface Fragment {
  readonly title: string;
  readonly content: string;
}

/**
 * The passages of a cluster that no passage before said in the same words, in the order given: newest first. Extractive, so that nothing
 * is said that nobody said. A passage is left out only when it is repeated word for word: one word, such as "not", "on" or a name, can
 * turn the rest round. Case, spaces and the punctuation of sentences aside, as long as its facts ({@link factsOf}) are kept as written.
 */
export function summariseCluster(fragments: readonly Fragment[]): string {
  const kept: string[] = [];
  const said = new Set<string>();
  const facts = new Set<string>();
  for (const { content } of fragments) {
    for (const { start, end } of splitPassages(content)) {
      const text = content.slice(start, end);
      const words = wordsOf(text);
      const own = factsOf(text);
      if (said.has(words) && own.every((fact) => facts.has(fact))) continue;
      kept.push(text);
      said.add(words);
      for (const fact of own) facts.add(fact);
    }
  }
  // Facts that run over the end of a passage, such as a quoted name with a full stop in it.
  const whole = kept.join('\n');
  const lost = [...new Set(fragments.flatMap(({ content }) => factsOf(content)))].filter(
    (fact) => !facts.has(fact) && !whole.includes(fact),
  );
  return lost.length === 0 ? whole : `${whole}\n${lost.map((fact) => `\`${fact}\``).join(' ')}`;
}

/** A sign within a line counts (`!ready`), and so does the end of a question. */
function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/[.!;:,]+$/, '')
    .trim();
}
