import { countShared, tellingWords } from './telling-words.ts';

const shortest = 20;
const longest = 220;
const mostRemarks = 12;
const codeBlock = /```[\s\S]*?(?:```|$)/g;
/** A heading, a list's mark, a question, a cheer: no explanation. */
const notProse =
  /^(?:#|\||```|>|\d+\.\s*$)|\?$|^(?:perfect|great|good|excellent|done|all (?:tests|checks)|now i|tests? pass)/i;
/** `Let me`, `I'll`, `Now I need to`: what follows is what was then done. */
const announcement =
  /^(?:(?:ok(?:ay)?|now|so|next|first|then|also|and|good|right|alright|perfect|great)[,.!:]?\s+)*(?:let me|let's|i'll|i will|i(?: also)? need to|we need to|i should|i'm going to|i have to)\s+(?:also |now |just |quickly |simply )*/i;
/** `I see the issue - `: what comes after it says which. */
const interjection =
  /^(?:i see(?: the (?:issue|problem|bug))?|i found (?:it|the (?:issue|problem|bug))|found it|ah|right|ok(?:ay)?|indeed)\s?[-–—:,.!]\s*/i;
/** To look, to run and to check mend nothing. */
const onlyLooks =
  /^(?:check|look|see|run|re-?run|verify|test|try|read|find|search|view|examine|inspect|investigate|understand|confirm|debug|start|continue|explore|commit|push|wait|review)\b/i;
const gives =
  /\b(?:because|since|so that|instead|missing|must|should|needs?|expects?|requires?|wrong|cause|issue is|problem is|doesn't|does not|isn't|is not|wasn't|no longer|can't|cannot|only|still|but)\b/i;

/** What an explanation is judged by. */
interface ToExplain {
  /** Lines that said why it failed. */
  readonly errorLines: readonly string[];
  /** Lines that were added and removed. */
  readonly changed: readonly string[];
}

/**
 * The sentence, of what an agent wrote between a failure and its end, that says most of why: it names something of the failure
 * or of the change, and is no mere announcement of looking. Undefined where there is none: then the change speaks for itself.
 */
export function explainFix(
  remarks: readonly string[],
  { errorLines, changed }: ToExplain,
): string | undefined {
  const failed = tellingWords(errorLines.join('\n'));
  const done = tellingWords(changed.join('\n'));
  let best: { readonly text: string; readonly worth: number } | undefined;
  for (const told of remarks.slice(-mostRemarks).flatMap(sentencesOf)) {
    const sentence = told.replace(interjection, '');
    const opening = announcement.exec(sentence)?.[0] ?? '';
    const text = sentence.slice(opening.length);
    if (text.length < shortest || notProse.test(sentence) || (opening !== '' && onlyLooks.test(text)))
      continue;
    const about = Math.min(countShared(text, failed), 3) + Math.min(countShared(text, done), 3);
    if (about === 0) continue;
    const worth = about + (gives.test(text) ? 2 : 0) - (opening === '' ? 0 : 1);
    if (worth >= (best?.worth ?? 2)) best = { text, worth };
  }
  return best?.text.replace(/[:.\s]+$/, '');
}

function sentencesOf(remark: string): readonly string[] {
  return remark
    .replace(codeBlock, '\n')
    .split(/\n+|(?<=[.!?:])\s+(?=[A-Z`"'(])/)
    .map((sentence) =>
      sentence
        .replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '')
        .replaceAll('**', '')
        .trim(),
    )
    .filter((sentence) => sentence.length <= longest);
}
