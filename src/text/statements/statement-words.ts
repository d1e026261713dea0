import { englishStopWords, stem } from '../words.ts';

/** Longer texts are compared by their beginning, where a rule or a decision names its subject. */
const comparedWords = 150;
const longestRead = 6_000;
/** Numbers, citations and links are no words of a line: `3. `, `(PR #12)`, `[the parser][7]`, `[7]: src/parse.ts`. */
const marker =
  /\]\[[^\]\n]{1,20}\]|^\s*\[[^\]\n]{1,20}\]:|^\s*\d{1,3}(?:-\d{1,3})?[.)]\s|\([^()\n]{0,12}#\d{1,6}\)/g;
const codeSpan = /`([^`\n]{1,200})`/g;
const codeShape = /[_./:@]|\d/;

/** Words of a statement in lower case; names, paths and versions are one word each. */
export function wordsOf(text: string): readonly string[] {
  return textWords(text.slice(0, longestRead).replaceAll(marker, ' ')).slice(0, comparedWords);
}

function textWords(text: string): readonly string[] {
  // Written here: at the top, its classes of Unicode would be parsed whenever this file is loaded.
  return text.toLowerCase().match(/[\p{L}\p{N}](?:[\p{L}\p{N}_./:@+-]*[\p{L}\p{N}+])?/gu) ?? [];
}

/** Words of a statement that name something: a path, a version, a word in code, a word with capitals within. */
export function namesIn(text: string): ReadonlySet<string> {
  const read = text.slice(0, longestRead);
  const inCode = [...read.matchAll(codeSpan)].flatMap(([, span = '']) => textWords(span));
  const capitals = read.match(/\p{L}*\p{Ll}\p{Lu}[\p{L}\d]*|\p{Lu}{2,}[\p{L}\d]*/gu) ?? [];
  const shaped = textWords(read).filter((word) => codeShape.test(word) && /\p{L}/u.test(word));
  return new Set([...inCode, ...shaped, ...capitals.map((word) => word.toLowerCase())]);
}

/**
 * Subject of a line: `key: value`, `| key | value`, `key # remark`, `**key** value`. A dash before a word is an option
 * of a command, which says nothing about it.
 */
const keyPattern = /^[\s|*`_"\-│└├─]{0,40}([^:|#=\n]{2,60}?)\s{0,10}(?::\s|\||\s[-–—→]\s|\s[#(]|[`*]{2}|=)/;
/** `NAME=value command` sets something for one call. */
const setForCall =
  /^[\s`$]{0,10}[A-Z_][A-Z0-9_]{0,60}=(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[^\s"']{1,200})\s+[^#\s]/;

/** Returns the subject of a line, as its words of content, stemmed and in lower case; undefined for a sentence. */
export function keyOfLine(text: string): string | undefined {
  if (setForCall.test(text)) return undefined;
  const words = keyPattern.exec(text)?.[1]?.toLowerCase().trim().split(/\s+/) ?? [];
  const content = words.filter((word) => !englishStopWords.has(word)).map(stem);
  return content.length === 0 ? undefined : content.join(' ');
}

/** Beginning of a request; its first word is no subject. */
const request =
  /^(?:please |always )?(?:use|keep|set|run|pin|retry|wait|limit|listen|bind|expose|start|stop|allow|open|require|target|prefer|install|add|give|take|support|we|you|i)\b/;
/** Thing that is counted or measured, as a value: `every line 80 characters`. */
const unit =
  /^(?:times?|characters?|chars|columns?|words?|lines?|wide|long|ms|seconds?|minutes?|hours?|days?|weeks?|months?|[kmg]i?b|px|percent|degrees?|attempts?)\.?$/;
/** `#000000`, `#333`: more likely than an issue of that number. */
const colour = /^#(?:\d{6}|(\d)\1\1)$/;
/** A word that cannot end the name of a subject, so that a number after it is a value: `above 80`, `holds 14`. */
const beforeValue =
  /^(?:is|are|was|be|to|at|of|on|in|for|from|by|than|above|below|under|over|after|before|within|every|least|most|max|maximum|min|minimum|only|exactly|about|exceed|beyond|the|a|an|and|or|version|with|each|all|these|those|must|should|can|may|have|has|\p{L}+[^\Wsiu]s)$/u;
/** Words after the number of a subject: it is or does something, or belongs to something. */
const predicate =
  /^(?:of|is|are|was|were|has|have|had|do|did|must|should|shall|may|might|can|cannot|could|will|would|\p{L}{2,}(?:n['’]t|s|ed))$/u;
const adverb = /^(?:also|only|still|now|never|always)$/;
/** Words that choose one of several versions: `Node 20 is required`. */
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
 * Numbers that name the subject of a statement, in lower case and without `#`: `port 5432 must stay free`, `issue #12`. They
 * stand after `#`, in a label, behind the noun that begins the statement, or in the forbidden clause. Any other number is a
 * value: `the retry limit is 3`, `Node 20 is required`.
 */
export function namingNumbers(statement: string): ReadonlySet<string> {
  const text = statement.slice(0, comparedCharacters).replaceAll(linkReference, ']').toLowerCase().trim();
  const forbiddenWords = numberedWords(forbiddenClause(text)).length;
  const words = numberedWords(text).map((raw) => raw.replace(/[.'’-]+$/, ''));
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

function numberedWords(text: string): readonly string[] {
  return text.match(wordPattern) ?? [];
}

/** A limit, or a thing not to be done without or before another, is a value. Another clause may say something else. */
const prohibition =
  /^(?:please )?(?:do not|don['’]?t|never|avoid|no)\b(?! (?:forget|exceed|go|pass)\b)(?:(?! (?:without|unless|until|before|after|except|than|but)\b)(?:[^,;:.()]|[,;:.](?=\S)))*/i;

/** Returns the clause of a prohibition that begins a statement, so far as it names its object; else empty. */
export function forbiddenClause(statement: string): string {
  return prohibition.exec(statement.trim())?.[0] ?? '';
}
