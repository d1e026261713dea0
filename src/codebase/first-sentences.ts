const mostCharacters = 300;
/** A full stop after these ends no sentence. */
const abbreviation =
  /(?:\b(?:e\.g|i\.e|etc|vs|cf|resp|approx|Dr|Mr|Ms|St|No|Fig|Eq|Sec|al)|\b\p{Lu}|(?:^|[:.]\S* )\d{1,2})\.$/u;
const heading = /^.*\n[ \t]*([=\-~*^"#])\1{2,}[ \t]*$/gm;

/** The first sentences of a documentation, on one line and of bounded length; undefined when it has no words. */
export function firstSentences(documentation: string | undefined, count: number): string | undefined {
  const start = (documentation ?? '').slice(0, 4 * mostCharacters);
  const body = oneLine(start.replace(heading, ' '));
  // A heading is better than nothing.
  const text = hasWords(body) ? body : oneLine(start.replace(/([=\-~*^"#])\1{2,}/g, ' '));
  if (!hasWords(text)) return undefined;
  const sentences: string[] = [];
  let sentence = '';
  for (const part of text.split(/(?<=[.!?]["')\]]?)\s/)) {
    sentence = sentence === '' ? part : `${sentence} ${part}`;
    if (abbreviation.test(sentence)) continue;
    sentences.push(sentence);
    sentence = '';
    if (sentences.length === count) break;
  }
  if (sentence !== '') sentences.push(sentence);
  return shorten(sentences.slice(0, count).join(' '));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function hasWords(text: string): boolean {
  return /\p{L}/u.test(text);
}

/** Cut between words. */
function shorten(text: string): string {
  if (text.length <= mostCharacters) return text;
  const cut = text.slice(0, mostCharacters);
  return `${cut
    .slice(0, Math.max(cut.lastIndexOf(' '), mostCharacters / 2))
    .toWellFormed()
    .trimEnd()} …`;
}
