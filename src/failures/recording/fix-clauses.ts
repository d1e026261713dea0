import { englishStopWords } from '../../text/stop-words.ts';
import { wordsInOrder } from './content-words.ts';

/** Words that one instruction is about, in order, without those of how and when. */
interface FixClause {
  readonly words: ReadonlySet<string>;
  /** It names a thing (`avoid the cache`) and not what is done with it. */
  readonly isThing: boolean;
}

/** What a fix tells to do, and what it tells to leave. */
export interface FixClauses {
  readonly toDo: readonly FixClause[];
  readonly toLeave: readonly FixClause[];
}

const longestRead = 2_000;
const clauseEnd = /[;:,!?\n]+|\.(?=\s|$)|\s(?:-|–|—)\s|\s(?:but|because|since|so that|otherwise|instead)\s/i;
const lead =
  '(?:(?:please|just|also|and|then|now|you|we|must|should|always|make sure(?: you| to)?|be sure to|remember to)\\s+)*';
const prohibition = new RegExp(
  `^${lead}(?:never|don['’]?t|do not|cannot|can['’]?t|mustn['’]?t|shouldn['’]?t|not(?: to)?|no longer|avoid|refrain from|skip|(?:stop|quit|cease)(?=\\s+\\w+ing\\b))\\s+`,
  'i',
);
/** What is not to be left is to be done: `never forget to build`. */
const leaving = /^(?:forget|fail|omit|neglect|hesitate|skip|avoid|miss)\b(?:\s+to\b)?/i;
const unneeded =
  /^(.{1,200}?)\s+(?:is|are)\s+(?:not|no longer|never)\s+(?:needed|necessary|required|allowed)\b/i;
/** What is said to be so, of things that are not: no instruction. */
const negatedStatement = /\b(?:not|no|never|\w+n['’]t)\b/i;
/** Words of how and in which order, not of what. */
const manner: ReadonlySet<string> = new Set('first before after then again always now please'.split(' '));

const thing = /(?:avoid|skip)\s+$/i;
const startsWithDoing = /^\w+ing\b/i;

/** Splits a fix into what it says to do and what it says not to do; what only describes a state is neither. */
export function fixClauses(text: string): FixClauses {
  const toDo: FixClause[] = [];
  const toLeave: FixClause[] = [];
  for (const part of text.slice(0, longestRead).split(clauseEnd)) {
    const clause = part.trim();
    const opening = prohibition.exec(clause)?.[0] ?? '';
    const rest = clause.slice(opening.length);
    const [, subject] = unneeded.exec(clause) ?? [];
    if (subject !== undefined) toLeave.push(clauseOf(subject, true));
    else if (opening === '' && !negatedStatement.test(clause)) toDo.push(clauseOf(clause));
    else if (opening !== '' && leaving.test(rest)) toDo.push(clauseOf(rest.replace(leaving, '')));
    else if (opening !== '') toLeave.push(clauseOf(rest, thing.test(opening) && !startsWithDoing.test(rest)));
  }
  return { toDo, toLeave };
}

function clauseOf(clause: string, isThing = false): FixClause {
  const words = wordsInOrder(clause).filter((word) => !englishStopWords.has(word) && !manner.has(word));
  return { words: new Set(words), isThing };
}
