import type { ItemType } from '../model/memory-item.ts';
import { proseSentences } from './prose-sentences.ts';

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
  '(?:(?:please|and|but|also|so|no|ok(?:ay)?|well|remember|note|important|btw|fyi|generally|in general)\\b[,:!]?\\s+)*(?:that\\s+)?';
const doing = '(?!be (?:the|a)\\b|mind\\b)[a-z]{2,}';

/**
 * Explicit statements only, because a message of which nothing is to be kept must leave nothing: rules that hold beyond the
 * task at hand (`always`, `never`, `from now on`), what is used in place of what, and decisions that are said to be some.
 */
const shapes: readonly StatementShape[] = [
  {
    type: 'constraint',
    shape: new RegExp(`^${lead}(?:you (?:should|must|need to) )?(?:always|never) ${doing}`, 'i'),
  },
  { type: 'constraint', shape: new RegExp(`^${lead}(?:do not|don['’]?t) ever ${doing}`, 'i') },
  {
    type: 'constraint',
    shape:
      /\b(?:from now on|going forward|in (?:the )?future|(?:every|each) time(?! i\b)|at all times)\b.{0,40}\b(?:use|do|don['’]?t|do not|run|make|write|keep|add|avoid|never|always|should|must|please)\b/i,
  },
  {
    type: 'constraint',
    shape:
      /\b(?:use|do|don['’]?t|do not|run|make|write|keep|add|avoid|should|must)\b.{0,120}\b(?:from now on|going forward|in (?:the )?future)\b/i,
  },
  { type: 'constraint', shape: /^(?:please )?(?:stop|quit) \w+ing\b.{3,}/i },
  {
    type: 'constraint',
    shape: new RegExp(`^${lead}(?:do not|don['’]?t) [a-z]{2,}.{0,120} (?:again|anymore|any more)[.!]?$`, 'i'),
  },
  { type: 'constraint', shape: /\bwe (?:always|never) (?!had|have been|got|saw|see|seem|knew)[a-z]{2,}/i },
  {
    type: 'project_fact',
    shape:
      /\b(?:we|this (?:repo(?:sitory)?|project|codebase)) (?:only )?uses? [\w./@+-]+.{0,80}\b(?:instead of|rather than|not|and not|in place of)\b/i,
  },
  {
    type: 'project_fact',
    shape:
      /^(?:note(?: that)?|fyi|remember(?: that)?)[:,]? (?:we|our|this (?:repo(?:sitory)?|project|codebase)|the (?:tests?|build|ci|linter|repo(?:sitory)?|project))\b.{8,}/i,
  },
  {
    type: 'project_fact',
    shape: /\b(?:in|for) this (?:repo(?:sitory)?|project|codebase),? (?:we|you|the|all|every)\b.{8,}/i,
  },
  {
    type: 'project_fact',
    shape:
      /\b(?:that is|that['’]s|this is) (?:not (?:correct|right|true)|wrong)[,;:.]? (?:we|our|the|you)\b.{10,}/i,
  },
  {
    type: 'project_fact',
    shape: /^no[,.!] (?:we|our \w+|the \w+) (?:only )?(?:use|uses|don['’]?t|do not|never|always)\b.{8,}/i,
  },
  {
    type: 'preference',
    shape:
      /\b(?:i|we) (?:strongly |really |generally |usually |would )?prefer (?!to (?:see|know|wait|talk|discuss)\b)[a-z`'"].{5,}/i,
  },
  { type: 'preference', shape: /^(?:please )?prefer [a-z`'"].{2,80}\b(?:over|to|instead of|rather than)\b/i },
  { type: 'decision', shape: /\bwe(?:['’]ve| have)? (?:decided|agreed)(?: (?:to|that|on|against))\b.{5,}/i },
  { type: 'decision', shape: /^(?:the )?decision(?: is)?[:,] .{8,}/i },
];

/** Said of this moment, this file, that option: it holds for nothing else. */
const momentary =
  /\b(?:this (?:time|one|case|pr|commit|branch|session|conversation|task|issue|test|file|error|message|change)|for now|right now|just now|at the moment|today|yesterday|option [a-d\d]|(?:step|phase|task|item|point) \d|above|below|these (?:changes|files|tests|errors))\b/i;
/** It is told, wondered or supposed, not laid down. */
const toldOnly =
  /[?:]$|\b(?:maybe|perhaps|i think|i guess|i wonder|not sure|seems?|looks like|should we|could we|can we|what if|would it|it (?:always|never)|they (?:always|never)|(?:always|never) (?:works?|fails?|happens?|shows?|gets?|returns?|was|is|did))\b/i;
const shortest = 15;
const longest = 300;
const leastWords = 4;

/** Statements in one message of a user. Empty for most messages. */
export function findStatements(message: string): readonly UserStatement[] {
  const found = proseSentences(message)
    .filter(
      (text) => text.length >= shortest && text.length <= longest && text.split(/\s+/).length >= leastWords,
    )
    .filter((text) => !momentary.test(text) && !toldOnly.test(text))
    .flatMap((text): readonly UserStatement[] => {
      const match = shapes.find(({ shape }) => shape.test(text));
      return match === undefined ? [] : [{ type: match.type, text }];
    });
  return [...new Map(found.map((statement) => [statement.text, statement])).values()];
}
