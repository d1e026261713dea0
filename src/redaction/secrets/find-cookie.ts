import { isPlaceholder } from './is-placeholder.ts';
import { type SecretDetector, type SecretSpan, workOf } from './secret-span.ts';

const pairs = String.raw`[\w.!#$%*+^|~-]{1,120}=([^\s;"',\\]{4,4000}(?:;[ \t]?[\w.!#$%*+^|~-]{1,120}=[^\s;"',\\]{0,4000}){0,100})`;
const afterName = new RegExp(String.raw`["'\\]{0,2}[ \t]{0,2}[:=(,][ \t]{0,4}["'\\]{0,3}${pairs}`, 'y');
const afterOption = new RegExp(String.raw`[ =]["'\\]{0,2}${pairs}`, 'y');
const restOfValue = /[^\s;"',\\]*/y;
const farthestCurl = 400;
/** What is chosen from a few, `theme=dark`: no session is told by so little. */
const shortWord = /^[A-Za-z_.]{1,11}$/;

/** Values of cookies in heads of requests and answers: whoever has them is taken for the one they were given to. */
export const cookieDetectors: readonly SecretDetector[] = [
  {
    literals: ['cookie'],
    find(text, start, end, progress) {
      const isOption = text.startsWith('--', start - 2);
      return findPairs(
        progress,
        isOption ? afterOption : afterName,
        text,
        end,
        text.slice(start - 4, start).toLowerCase() === 'set-',
      );
    },
  },
  {
    literals: [' -b'],
    find(text, start, end, progress) {
      progress.work += workOf(farthestCurl);
      if (!/\bcurl\b/.test(text.slice(Math.max(0, start - farthestCurl), start))) return undefined;
      return findPairs(progress, afterOption, text, end, false);
    },
  },
];

/** All values from the first to the last; of a cookie that is set the first only, since what follows are its attributes. */
function findPairs(
  progress: { work: number },
  pattern: RegExp,
  text: string,
  end: number,
  isSet: boolean,
): SecretSpan | undefined {
  pattern.lastIndex = end;
  const match = pattern.exec(text);
  const values = match?.[1];
  if (!match || values === undefined) return undefined;
  progress.work += 2 * workOf(values.length);
  const told = isSet ? (values.split(';', 1)[0] ?? '') : values;
  if (isPlaceholder(told) || shortWord.test(told)) return undefined;
  const start = match.index + match[0].length - values.length;
  restOfValue.lastIndex = start + told.length;
  restOfValue.test(text);
  return { start, end: restOfValue.lastIndex, kind: 'cookie' };
}
