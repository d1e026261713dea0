import { englishStopWords } from '../../text/stop-words.ts';
import { wordsInOrder } from './content-words.ts';

/** Words of one instruction, in order, without words of manner and time. */
interface FixClause {
  readonly words: ReadonlySet<string>;
  /** The clause names only a thing (`avoid the cache`), not an action. */
  readonly isThing: boolean;
}

/** Instructions of a fix: what to do, and what not to do. */
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
/** Verbs of omission, which reverse a negation: `never forget to build` means to build. */
const leaving = /^(?:forget|fail|omit|neglect|hesitate|skip|avoid|miss)\b(?:\s+to\b)?/i;
const unneeded =
  /^(.{1,200}?)\s+(?:is|are)\s+(?:not|no longer|never)\s+(?:needed|necessary|required|allowed)\b/i;
/** Matches a negated statement of fact, which is not an instruction. */
const negatedStatement = /\b(?:not|no|never|\w+n['’]t)\b/i;
/** Words of manner and order, which are not part of the subject. */
const manner: ReadonlySet<string> = new Set('first before after then again always now please'.split(' '));

const thing = /(?:avoid|skip)\s+$/i;
const startsWithDoing = /^\w+ing\b/i;

/** Splits a fix into what to do and what not to do; descriptions of a state are neither. */
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
