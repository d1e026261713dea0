import type { ItemType } from '../model/memory-item.ts';

/** A sentence of a user that is worth knowing in another session. */
export interface UserStatement {
  readonly type: Extract<ItemType, 'constraint' | 'preference' | 'decision' | 'project_fact'>;
  readonly text: string;
}

interface StatementShape {
  readonly type: UserStatement['type'];
  readonly shape: RegExp;
}

const lead =
  '(?:(?:please|and|but|also|so|no|ok(?:ay)?|yes|well|remember|note|important|btw|fyi|generally|in general)\\b[,:!]?\\s+)*(?:that\\s+)?';
const standing = '(?:from now on|going forward|in (?:the )?future|at all times)';
const doing = '(?!be (?:the|a)\\b|mind\\b)[a-z]{2,}';
const not = "(?:do not|don['’]?t)";
/** Beginning of an order: a sentence about the future, code or a plan does not begin so. */
const order = `(?:(?:you|we) )?(?:(?:should|must|need to|always|never|${not}|please) )*(?:use|do|run|make|write|keep|add|avoid|put|tag|ask|check|call|name|follow|prefer|commit|push|test)\\b`;
const project = 'this (?:repo(?:sitory)?|project|codebase)';
const subject = `(?:we|our|the|you|${project})`;

/**
 * Explicit statements only, because a message without one must leave nothing: orders that hold beyond the
 * task at hand (`always`, `never`, `from now on`), replacements of one thing by another, and decisions that
 * are said to be some.
 */
const shapes: readonly StatementShape[] = [
  {
    type: 'constraint',
    shape: new RegExp(
      `^${lead}(?:(?:you (?:should|must|need to) )?(?:always|never)|${not} ever) ${doing}`,
      'i',
    ),
  },
  {
    type: 'constraint',
    shape: new RegExp(`^${lead}(?:${standing},? ${order}|${order}.{0,120}\\b${standing}[.!]?$)`, 'i'),
  },
  { type: 'constraint', shape: new RegExp(`^${lead}(?:every|each) time (?!i\\b).{2,60}, ${order}`, 'i') },
  {
    type: 'constraint',
    shape: new RegExp(
      `^${lead}(?:(?:stop|quit) \\w+ing\\b.{3,}|${not} [a-z]{2,}.{0,120} (?:again|any ?more)[.!]?$)`,
      'i',
    ),
  },
  { type: 'constraint', shape: /\bwe (?:always|never) (?!had|have been|got|saw|see|seem|knew)[a-z]{2,}/i },
  {
    type: 'project_fact',
    shape: new RegExp(
      `\\b(?:we|${project}) (?:only )?uses? [\\w./@+-]+.{0,80}\\b(?:instead of|rather than|not|and not|in place of)\\b`,
      'i',
    ),
  },
  {
    type: 'project_fact',
    shape: new RegExp(
      `^(?:note|fyi|remember)(?: that)?[:,]? (?:we|our|${project}|the (?:tests?|build|ci|linter|repo(?:sitory)?|project))\\b.{8,}|\\b(?:in|for) ${project},? ${subject}\\b.{8,}`,
      'i',
    ),
  },
  {
    type: 'project_fact',
    shape: new RegExp(
      `\\b(?:that is|that['’]s|this is) (?:not (?:correct|right|true)|wrong)[,;:.]? ${subject}\\b.{10,}|` +
        `^no[,.!] (?:we|our \\w+|the \\w+) (?:only )?(?:uses?|${not}|never|always)\\b.{8,}`,
      'i',
    ),
  },
  {
    type: 'preference',
    shape:
      /\b(?:i|we) (?:strongly |really |generally |usually |would )?prefer (?!to (?:see|know|wait|talk|discuss)\b)[a-z`'"].{5,}|^(?:please )?prefer [a-z`'"].{2,80}\b(?:over|to|instead of|rather than)\b/i,
  },
  {
    type: 'decision',
    shape:
      /\bwe(?:['’]ve| have)? (?:decided|agreed)(?: (?:to|that|on|against))\b.{5,}|^(?:the )?decision(?: is)?[:,] .{8,}/i,
  },
];

/** Openings of an order without a duration: `make sure every endpoint has a limit`. */
const opening: StatementShape = {
  type: 'constraint',
  shape: new RegExp(
    `^${lead}(?:(?:remember to|(?:make|be) sure(?: to| that)?) ${doing}|${not} (?!worry|think|know|see|get|have|need|like|bother|set\\b)${doing}) .{6,}`,
    'i',
  ),
};

/** Said of this moment, this file, that option: it holds for nothing else. */
const momentary =
  /\b(?:this (?:time|one|case|pr|commit|branch|session|conversation|task|issue|test|file|error|message|change)|yet|for now|right now|just now|at the moment|today|yesterday|option [a-d\d]|(?:step|phase|task|item|point) \d|above|below|these (?:changes|files|tests|errors))\b/i;
/** It is told, wondered or supposed, not laid down. */
const toldOnly =
  /[?:]$|\b(?:maybe|perhaps|i think|i guess|i wonder|not sure|seems?|looks like|should we|could we|can we|what if|would it|it (?:always|never)|they (?:always|never)|(?:always|never) (?:works?|fails?|happens?|shows?|gets?|returns?|was|is|did))\b/i;
const shortest = 15;
const longest = 300;
const leastWords = 4;

/** Statements in one message of a user. Empty for most messages. */
export function findStatements(message: string): readonly UserStatement[] {
  const found = proseSentences(message).flatMap((text, at): readonly UserStatement[] => {
    if (!isStanding(text)) return [];
    const known = at === 0 && message.trimStart().startsWith(text) ? [...shapes, opening] : shapes;
    const match = known.find(({ shape }) => shape.test(text));
    return match === undefined ? [] : [{ type: match.type, text }];
  });
  return [...new Map(found.map((statement) => [statement.text, statement])).values()];
}

/** Sentences of a message that may hold for long: of usual length, and not about the task at hand, a report or a guess. */
export function standingSentences(message: string): readonly string[] {
  return proseSentences(message).filter(isStanding);
}

function isStanding(text: string): boolean {
  const isSentence =
    text.length >= shortest && text.length <= longest && text.split(/\s+/).length >= leastWords;
  return isSentence && !momentary.test(text) && !toldOnly.test(text);
}

/** Beginnings of sentences to the agent about the task at hand. */
const toTheAgent = /^(?:can|could|would|please|let['’]?s|now|ok(?:ay)?|yes|yeah|so|but|what|why|how)\b/i;

/**
 * Whether a message may lay something down, so that a language model may be asked about it: the gate of the
 * Memory V3 record before extraction. Words such as `always` and `we use` are no such sign: rules find
 * statements with them, and most statements that rules miss have none.
 */
export function mayLayDown(message: string): boolean {
  return standingSentences(message).some((sentence) => !toTheAgent.test(sentence));
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
    .flatMap((row) => row.split(/(?<=[.!?])\s+(?=[A-Z"'`(]|[a-z]+ )/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
