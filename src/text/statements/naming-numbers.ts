import { forbiddenClause } from './forbidden-clause.ts';

/** What begins so asks for something; its first word is no subject. */
const request =
  /^(?:please |always )?(?:use|keep|set|run|pin|retry|wait|limit|listen|bind|expose|start|stop|allow|open|require|target|prefer|install|add|give|take|support|we|you|i)\b/;
/** What is counted or measured is a value: `every line 80 characters`. */
const unit =
  /^(?:times?|characters?|chars|columns?|words?|lines?|wide|long|ms|seconds?|minutes?|hours?|days?|weeks?|months?|[kmg]i?b|px|percent|degrees?|attempts?)\.?$/;
/** `#000000`, `#333`: more likely than an issue of that number. */
const colour = /^#(?:\d{6}|(\d)\1\1)$/;
/** A word that cannot end the name of a subject, so that a number after it is a value: `above 80`, `holds 14`. */
const beforeValue =
  /^(?:is|are|was|be|to|at|of|on|in|for|from|by|than|above|below|under|over|after|before|within|every|least|most|max|maximum|min|minimum|only|exactly|about|exceed|beyond|the|a|an|and|or|version|with|each|all|these|those|must|should|can|may|have|has|\p{L}+[^\Wsiu]s)$/u;
/** What follows the number of a subject: it is or does something, or belongs to something. */
const predicate =
  /^(?:of|is|are|was|were|has|have|had|do|did|must|should|shall|may|might|can|cannot|could|will|would|\p{L}{2,}(?:n['’]t|s|ed))$/u;
const adverb = /^(?:also|only|still|now|never|always)$/;
/** Of several versions one is chosen: `Node 20 is required`. */
const choice =
  /^(?:(?:is|are|was) )?(?:now |still |always )?(?:required|used|needed|installed|pinned|expected|preferred|recommended|mandatory|enough|current|in use|the|our|what)\b(?! by\b)/;
/** A heading or the item of a list: `Step 2: clear the action`. */
const label = /^(?:[-*#]+ )?\*{0,2}(?:\p{L}+ ){1,2}(\d+)\*{0,2}\s*[:—–]/u;
const number = /^#?(?:\p{L}{1,6}[-_]?)?\d[\d.]*$/u;
const wordPattern = /[\p{L}\p{N}#][\p{L}\p{N}_.#'’@+-]*/gu;
const mostWordsBefore = 4;
/** `[run the tests][18]`: the number leads to an address. */
const linkReference = /\]\[\d+\]/g;
const comparedCharacters = 2_000;

/**
 * Numbers of a statement that name its subject, in lower case and without `#`: `port 5432 must stay free`, `issue #12`. A number says so by
 * where it stands: after `#`, in a label, behind the noun that begins the statement, or in what the statement forbids. Any other is a value:
 * `the retry limit is 3`, `Node 20 is required`.
 */
export function namingNumbers(statement: string): ReadonlySet<string> {
  const text = statement.slice(0, comparedCharacters).replaceAll(linkReference, ']').toLowerCase().trim();
  const forbiddenWords = wordsIn(forbiddenClause(text)).length;
  const words = wordsIn(text).map((raw) => raw.replace(/[.'’-]+$/, ''));
  const isBeside = besideOf(text);
  const found = new Set<string>(label.exec(text)?.slice(1));
  const isAboutSubject = !request.test(text) && forbiddenWords === 0;
  const firstNumber = words.findIndex((word) => number.test(word));
  const start = /^(?:the|a|an|all|each)$/.test(words[0] ?? '') ? 1 : 0;
  const isSubject =
    isAboutSubject &&
    firstNumber <= mostWordsBefore &&
    !words.slice(start, firstNumber).some((word) => beforeValue.test(word));
  for (const [at, word] of words.entries()) {
    if (!number.test(word) || unit.test(words[at + 1] ?? '')) continue;
    const isNoun =
      at > start &&
      isBeside[at] === true &&
      !beforeValue.test(words[at - 1] ?? '') &&
      !number.test(words[at - 1] ?? '');
    const isOfSubject =
      at === firstNumber && isSubject && isNoun && doesSomething(words.slice(at + 1, at + 5));
    const isForbidden = at < forbiddenWords && isNoun;
    if (isOfSubject || isForbidden || (word.startsWith('#') && !colour.test(word)))
      found.add(word.replace('#', ''));
  }
  return found;
}

function doesSomething(after: readonly string[]): boolean {
  const [next = '', then = ''] = after;
  return predicate.test(adverb.test(next) ? then : next) && !choice.test(after.join(' '));
}

/** Whether nothing but a space stands between each word and the one before: in `pages (17 in all)` a value follows. */
function besideOf(text: string): readonly boolean[] {
  let end = 0;
  return [...text.matchAll(wordPattern)].map(({ 0: word, index }) => {
    const isBeside = text.slice(end, index) === ' ';
    end = index + word.length;
    return isBeside;
  });
}

function wordsIn(text: string): readonly string[] {
  return text.match(wordPattern) ?? [];
}
