import { englishStopWords, stem } from '../text/words.ts';

/** Pull requests have numbers of their own; no option is set to one. */
const requests = String.raw`\b(?:pr|mr|pull request|merge request)\s{1,3}#?\d+\b`;
/** Six digits may be a colour, and what stands after `to` is a value: "set it to #112". */
const numbers = String.raw`(?<!\bto\s)#\d{1,5}\b`;
/** The page of one change or issue. */
const pages = String.raw`\bhttps?://\S{1,300}/(?:pull|issues?|commit|merge_requests)/\S+`;

/** Counted things whose names mean something else elsewhere: "run 3 jobs", "use build 17". */
const counted = 'issue|ticket|commit|change(?:set)?|build|run|job|log';
/** An abbreviated or whole hash of a commit, which has digits and letters. */
const hash = String.raw`(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,40}\b`;
/** The words after these name the place of a past change. After `to`, `at`, `from` or `use`, they belong to the fix. */
const pointing =
  'by|in|see|apply|applied|cherry[- ]?pick(?:ed)?|revert(?:ed)?|backport(?:ed)?|merged?|landed|made';
const pointed = String.raw`\b(?<before>(?:${pointing})\s{1,3}(?:the\s)?)(?:(?:${counted})\s{1,3}(?:#?\d+\b|${hash})|${hash}|https?://\S+)`;

const references = new RegExp([pages, requests, pointed, numbers].join('|'), 'gi');

/** The file of one run, such as `builds/main/214074807.log`. */
const runFile = /^[^/~].*\/\d{6,}(?:\.[a-z]{1,8})?\W{0,3}$/i;

/** A fix says what it points at in its first characters; what is longer is a log or a patch, and stays as it is. */
const readCharacters = 4_000;

/**
 * A fix without what it only points at: a pull request, a commit, a build, an address. Those say where something was done and
 * not what, so two fixes that differ in nothing else say the same: "fixed by #12" and "fixed by #31". Versions and other
 * values stay: "pin it to 1.25" is not "pin it to 1.26", and "install it from" one address is not the same from another.
 */
export function maskReferences(fix: string): string {
  const masked = fix
    .slice(0, readCharacters)
    .replace(references, '$<before>reference')
    .replace(/\S+/g, (word) => (!word.includes('://') && runFile.test(word) ? 'reference' : word));
  return masked + fix.slice(readCharacters);
}

/** Whether two fixes say the same and each points at another place: what was done there may be anything. */
export function pointElsewhere(one: string, other: string): boolean {
  return plain(one) !== plain(other) && plain(maskReferences(one)) === plain(maskReferences(other));
}

/** Whether two fixes say to do other things, wherever each was done. */
export function saysOtherwise(one: string, other: string): boolean {
  return plain(maskReferences(one)) !== plain(maskReferences(other));
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/** Limit in characters; of longer texts, only the beginning is compared. */
const longestText = 4_000;
const wordPattern = /[\p{L}\p{N}_$](?:[\p{L}\p{N}_$./:@+-]*[\p{L}\p{N}_$])?/gu;
const plainWord = /^\p{L}+$/u;
const placeholder = /^__[a-z]+__$/;

/** Words of a text in order, in lower case: names and paths whole, plain words stemmed. Function words stay. */
export function wordsInOrder(text: string): readonly string[] {
  return (text.slice(0, longestText).match(wordPattern) ?? []).map((word) => {
    const lower = word.toLowerCase();
    return plainWord.test(lower) && !englishStopWords.has(lower) ? stem(lower) : lower;
  });
}

/** Content words of a text: its words without function words and placeholders. */
export function contentWords(text: string): ReadonlySet<string> {
  return new Set(wordsInOrder(text).filter((word) => !englishStopWords.has(word) && !placeholder.test(word)));
}
