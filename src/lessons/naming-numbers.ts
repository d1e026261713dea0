import { forbiddenClause } from './forbidden-clause.ts';

/** Things of which there are several, told apart by their numbers: `step 3` is another one than `step 4`, wherever it stands. */
const numberedThings =
  'issue ticket pr mr bug story task step example case suite spec shard partition replica worker migration rule chapter ' +
  'section appendix figure line row warning rfc gpu';
/** What begins so asks for something; its first word is no subject. */
const request =
  /^(?:please |always )?(?:use|keep|set|run|pin|retry|wait|limit|listen|bind|expose|start|stop|allow|open|require|target|prefer|install|add|give|take|support|we|you|i)\b/;
/** What is counted or measured is a value: `every line 80 characters`. */
const unit =
  /^(?:times?|characters?|chars|columns?|words?|lines?|wide|long|ms|seconds?|minutes?|hours?|days?|weeks?|months?|[kmg]i?b|px|percent|degrees?|attempts?)\.?$/;
/** `#000000`, `#333`: more likely than an issue of that number. */
const colour = /^#(?:\d{6}|(\d)\1\1)$/;
/** A word that cannot end the name of a subject, so that a number after it is a value: `is 3`, `above 80`, `for 14`. */
const beforeValue =
  /^(?:is|are|was|be|to|at|of|on|in|for|from|by|than|above|below|under|over|after|before|within|every|least|most|max|maximum|min|minimum|only|exactly|about|exceed|beyond|the|a|an|and|or|version|with|each|all|these|those|must|should|can|may|have|has)$/;
/** What follows the number of a subject: it is or does something. */
const verb =
  /^(?:is|are|was|were|has|have|had|does|do|did|must|should|shall|may|might|can|cannot|can['’]t|could|will|would|won['’]t|isn['’]t|means|needs|requires|lives|holds|contains|fails|breaks|belongs|stays)$/;
/** Of several versions one is chosen: `Node 20 is required`. */
const choice =
  /^(?:is|are|was) (?:now |still |always )?(?:required|used|needed|installed|pinned|expected|preferred|recommended|mandatory|enough|current|in use|the|our|what)\b(?! by\b)/;
/** A heading or the item of a list: `Step 2: clear the action`. */
const label = /^(?:[-*#]+ )?\*{0,2}(?:\p{L}+ ){1,2}(\d+)\*{0,2}\s*[:—–]/u;
const number = /^#?(?:\p{L}{1,6}[-_]?)?\d[\d.]*$/u;
const mostWordsBefore = 4;
/** `[run the tests][18]`: the number leads to an address. */
const linkReference = /\]\[\d+\]/g;
const comparedCharacters = 2_000;

const things = new Set(numberedThings.split(' '));

/**
 * Numbers of a statement that name what it speaks of, in lower case and without `#`: `port 5432 must stay free`, `issue #12`. Those that are
 * what it says are left out: `the retry limit is 3`, `Node 20 is required`. What is forbidden is one of many: `never use port 5432`.
 */
export function namingNumbers(statement: string): ReadonlySet<string> {
  const text = statement.slice(0, comparedCharacters).replaceAll(linkReference, ']').toLowerCase().trim();
  const isRequest = request.test(text);
  const forbiddenWords = wordsIn(forbiddenClause(text)).length;
  const words = wordsIn(text);
  const found = new Set<string>(label.exec(text)?.slice(1));
  let isSubject = !isRequest && forbiddenWords === 0;
  for (const [at, raw] of words.entries()) {
    const word = raw.replace(/[.'’-]+$/, '');
    const before = words[at - 1] ?? '';
    if (number.test(word) && /\d/.test(word)) {
      const isNoun = at > 0 && !beforeValue.test(before) && !number.test(before);
      const after = words.slice(at + 1, at + 5);
      const isOfSubject = isSubject && at <= mostWordsBefore && isNoun && doesSomething(after);
      const isForbidden = at < forbiddenWords && isNoun;
      const isName = isOfSubject || isForbidden || isReference(word, before);
      if (isName && !unit.test(after[0] ?? '')) found.add(word.replace('#', ''));
      isSubject = false;
    }
    if (verb.test(word) || beforeValue.test(word)) isSubject &&= /^(?:the|a|an|all|each)$/.test(word);
  }
  return found;
}

function isReference(word: string, before: string): boolean {
  if (word.startsWith('#') && !colour.test(word)) return true;
  return things.has(before) && !/^[\d.]*\d\.\d/.test(word);
}

function doesSomething(after: readonly string[]): boolean {
  return verb.test(after[0] ?? '') && !choice.test(after.join(' '));
}

function wordsIn(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}#][\p{L}\p{N}_.#'’@+-]*/gu) ?? [];
}
