/** A longer message is a pasted document, a plan or a log, and says nothing in the user's own words. */
const longestMessage = 3_000;
const codeBlock = /```[\s\S]*?(?:```|$)/g;
/** Quoted, tabular, of a log, a path alone: not the user's own sentence. */
const notProse = /^(?:[>|#]|\s*[-+]{1,3} |\$ |at |\[|\{|<|https?:|\/|\d{4}-\d\d)|[{};]\s*$|\|.*\|/;

/** A document, a prompt written beforehand or a review by a program: it begins with its own fields, or has tags, headings or a verdict. */
const isDocument =
  /^---\n|<\/?[a-z][\w-]*(?:\s+\w+=[^>]*)?>|^#{1,4} \S|^[_*]{1,2}\p{Extended_Pictographic}/mu;

/** Sentences that a user wrote, without code, quotations and pasted lines. */
export function proseSentences(message: string): readonly string[] {
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
