/**
 * What of a text cannot be said in other words: paths, commands, flags, versions, numbers, names of code. Each as it is written, in
 * order, once. Rather too many than too few: a summary keeps them all.
 */
export function factsOf(text: string): readonly string[] {
  const facts = new Set<string>();
  for (const [, quoted = ''] of text.matchAll(/`([^`\n]+)`/g)) facts.add(quoted.trim());
  for (const [, command = ''] of text.matchAll(/^\s*[$>]\s+(.+)$/gm)) facts.add(command.trim());
  for (const [word] of text.matchAll(/\S+/g)) {
    const fact = word.replace(edges, '');
    if (isFact(fact)) facts.add(fact);
  }
  facts.delete('');
  return [...facts];
}

/** What punctuation of a sentence leaves at the ends of a word. */
const edges = /^[("'`[{<]+|[)"'`\]}>,;:.!?]+$/g;

/** Whether a word, without the punctuation around it, is one. */
export function isFact(word: string): boolean {
  return /\d|[/\\_@=#]|\w\.\w|^--?\w|[a-z][A-Z]/.test(word);
}
