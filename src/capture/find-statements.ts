import type { ItemType } from '../model/memory-item.ts';
import { sigmoid } from '../numeric/probabilities.ts';
import { once } from '../text/once.ts';
import { statementClues } from './statement-clues.ts';

/** A sentence of a user that is worth knowing in another session. */
export interface UserStatement {
  readonly type: Extract<ItemType, 'constraint' | 'preference' | 'decision' | 'project_fact'>;
  readonly text: string;
}

/** A sentence of a message, and how likely it holds for other sessions, 0–1: 1 where it says so. */
interface JudgedSentence {
  readonly text: string;
  readonly chance: number;
}

/**
 * From here on a sentence is kept: of real messages with none, .02 are; and from here on a language model may be asked about it:
 * nine of ten that are to be kept (docs/benchmarks/sessions.md).
 */
const leastKept = 0.85;
const leastTold = 0.2;
const shortest = 12;
const longest = 400;
const leastWords = 3;

const lead =
  '(?:(?:please|and|but|also|so|no|ok(?:ay)?|yes|well|note|important|btw|fyi)\\b[,:!]?\\s+)*(?:that\\s+)?';
const always = "(?:always|never|(?:do not|don[\u2019']?t) ever)";
const later =
  '(?:from now on|going forward|in (?:the )?future|as a rule|remember(?: to| that)?|(?:each|every) time you)';
/** A user says so that it holds beyond the task at hand: the sentence begins with it. */
const isLaidDown = new RegExp(
  `^${lead}(?:(?:(?:you|we) (?:should |must )?)?${always} (?!mind\\b|be (?:the|a)\\b)[a-z]{2,}|${later}\\b[,:]? \\S+ \\S+|(?:stop|no more) \\w+ing\\b|i (?:\\w+ )?prefer (?!to (?:see|know|wait)\\b)|(?:in|for) this (?:repo(?:sitory)?|project|codebase)\\b|we(?:[\u2019']ve| have)? (?:decided|agreed) (?:to|that|on|against)\\b|we use \\S+ (?:instead of|rather than|not)\\b)`,
  'i',
);
/** Of this moment, this file, that option; or it tells what happens. */
const isPassing =
  /\b(?:this (?:time|one|case|pr|commit|branch|session|task|issue|test|file|error|change)|yet|for now|right now|today|option [a-d\d]|(?:always|never) (?:works?|fails?|happens?|shows?|gets?|returns?|loses?|hangs?|was|is|did|had|got|saw|reach(?:es)?|the))\b|:$/i;

/** Statements in one message of a user. Empty for most messages. */
export function findStatements(message: string): readonly UserStatement[] {
  const kept = judgeSentences(message).filter(({ chance }) => chance >= leastKept);
  return [...new Set(kept.map(({ text }) => text))].map((text) => ({ type: typeOf(text), text }));
}

/** Sentences of a message that may hold for other sessions, so that a language model may be asked about them. */
export function standingSentences(message: string): readonly string[] {
  return judgeSentences(message)
    .filter(({ chance }) => chance >= leastTold)
    .map(({ text }) => text);
}

const isDecision =
  /\bwe(?:['’]ve| have|['’]re| are)? (?:decided|agreed|chose|settled|picked|went with|moved|switched|dropp(?:ed|ing)|going with)\b|^(?:the )?decision\b/i;
const isPreference = /\b(?:i|i['’]d) (?:\w+ )?(?:like|prefer|hate|love|want|rather)\b|\bfor me\b|\bprefer\b/i;
const isDemand =
  /\b(?:always|never|ever|must|should|needs? to|have to|only|avoid|make sure|stop|remember|future|from now on|every time|banned|forbidden|off limits|not)\b|n['’]?t\b|\bno\b/i;

/** By how a sentence says it; the last two are alike in what they ask of an agent. */
function typeOf(text: string): UserStatement['type'] {
  if (isDecision.test(text)) return 'decision';
  if (isPreference.test(text)) return 'preference';
  return isDemand.test(text) ? 'constraint' : 'project_fact';
}

/** Log-odds by clue; those of every sentence have no name. */
export type ClueWeights = ReadonlyMap<string, number>;

const shipped = once(() => readClues(statementClues));

/** The sentences of a message that are long enough to say something, and no questions. @param weights default: the shipped ones */
export function judgeSentences(message: string, weights = shipped()): readonly JudgedSentence[] {
  return cluedSentences(message).map(({ text, clues }) => {
    const sum = clues.reduce((score, clue) => score + (weights.get(clue) ?? 0), weights.get('') ?? 0);
    return { text, chance: isLaidDown.test(text) && !isPassing.test(text) ? 1 : sigmoid(sum) };
  });
}

/** The same sentences with their clues, for fitting. */
export function cluedSentences(message: string) {
  return proseSentences(message).flatMap((text, place, all) => {
    const isSaid =
      text.length >= shortest &&
      text.length <= longest &&
      !text.endsWith('?') &&
      text.split(/\s+/).length >= leastWords;
    return isSaid ? [{ text, clues: cluesOf(text, place, all.length) }] : [];
  });
}

/** Reads rows `weight clue; clue; …`. */
function readClues(table: string): ClueWeights {
  return new Map(
    table
      .trim()
      .split('\n')
      .flatMap((row) => {
        const [weight = '', ...rest] = row.split(' ');
        return rest
          .join(' ')
          .split('; ')
          .map((clue) => [clue, Number(weight)] as const);
      }),
  );
}

const word = /<code>|[a-z][a-z'’]*(?:[_./:@-][\w./@*-]+)*|\d[\w.]*|[?!,:;()"]/gi;
const name = /[_/@]|\w\.\w|[a-z][A-Z]/;

/** Words of a sentence in lower case; a name, a number and a span of code are one word each, whichever it is. */
function readWords(text: string): readonly string[] {
  return (text.replace(/`[^`]*`/g, ' <code> ').match(word) ?? []).map((one) => {
    if (one === '<code>') return one;
    if (/^\d/.test(one)) return '<number>';
    return name.test(one) ? '<name>' : one.toLowerCase().replace(/['’]/g, '');
  });
}

/** Ways of speaking by which a sentence holds longer, or for this moment alone. */
const manners = {
  '#general':
    /\b(?:everywhere|anywhere|whole|all of|any|every|each|anything|always|never|nobody|nothing|ever|usually|normally|by default|in general)\b/i,
  '#deictic': /\b(?:this|that|these|those|it|here|above|below|the (?:new|current|same))\b/i,
  '#moment': /\b(?:now|today|for now|this time|just|yet|currently|at the moment)\b/i,
  '#past': /\b(?:\w+ed|was|were|did|had|got|went|saw|ran|made)\b/i,
  '#me': /\b(?:i|i['’](?:m|ve|ll|d)|me|my)\b/i,
  '#we': /\b(?:we|our|us)\b/i,
  '#future': /\b(?:will|gonna|going to|let['’]?s|want|should|could|would|can you)\b/i,
  '#present':
    /\b(?:is|are|isn['’]t|aren['’]t|lives?|goes?|needs?|has|have|runs?|uses?|gets?|belongs?|comes?)\b/i,
  '#not': /\b(?:not|no|don['’]?t|never|without|banned|forbidden|off limits|only)\b|n['’]t\b/i,
  '#reason': /\b(?:because|since|otherwise|so that|cause|cuz|bc|or else)\b/i,
};

/**
 * Clues of a sentence: its words, pairs of neighbours, how it begins (`^`), its manner, length and place in the message. Each is
 * named once.
 */
function cluesOf(text: string, place: number, count: number): readonly string[] {
  const words = readWords(text);
  const [first, second] = words;
  const clues = [
    ...words,
    ...words.slice(1).map((one, at) => `${words[at]} ${one}`),
    ...(first === undefined ? [] : [`^${first}`]),
    ...(second === undefined ? [] : [`^${first} ${second}`]),
    ...Object.entries(manners).flatMap(([manner, shape]) => (shape.test(text) ? [manner] : [])),
    `#length ${Math.min(6, Math.floor(words.length / 4))}`,
    place === 0 ? '#first' : place === count - 1 ? '#last' : '#within',
    `#sentences ${Math.min(4, count)}`,
  ];
  return [...new Set(clues)];
}

/** A longer message is a pasted document, a plan or a log, and says nothing in the user's own words. */
const longestMessage = 3_000;
const codeBlock = /```[\s\S]*?(?:```|$)/g;
/** Quoted, tabular, of a log, a path alone: not the user's own sentence. */
const notProse = /^(?:[>|#]|\s*[-+]{1,3} |\$ |at |\[|\{|<|https?:|\/|\d{4}-\d\d)|[{};]\s*$|\|.*\|/;

/** A document, a prepared prompt or a review by a program: it has front matter, tags, headings or a verdict. */
const isDocument =
  /^---\n|<\/?[a-z][\w-]*(?:\s+\w+=[^>]*)?>|^#{1,4} \S|^[_*]{1,2}\p{Extended_Pictographic}/mu;

/** Sentences that a user wrote, without code, quotations and pasted lines. */
function proseSentences(message: string): readonly string[] {
  const text = message.replace(codeBlock, '\n');
  if (text.length > longestMessage || isDocument.test(text)) return [];
  return text
    .split('\n')
    .map((row) => row.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim())
    .map((row) => (/^\([^()]*\)$/.test(row) ? row.slice(1, -1) : row))
    .filter((row) => row !== '' && !notProse.test(row))
    .flatMap((row) => row.split(/(?<=[.!?;])\s+|\s+(?:--|—|–)\s+/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
