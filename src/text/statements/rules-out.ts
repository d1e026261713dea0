import { englishStopWords } from '../stop-words.ts';
import { countNegations } from './negation.ts';
import { wordsOf } from './words-of.ts';

const longestCompared = 2_000;
/** What follows is ruled out in favour of what stands before it: `pnpm, not npm`, `pnpm and never npm`. */
const exclusion =
  /(?:[,;(–—-]\s*|\b(?:and|but)\s+)(?:not|never|no longer)\s+(?:(?:use|run|with|via|the)\s+)*([^\s.,;:)]+)/gi;
/** What a statement asks for: `use npm`, `install them with npm`, `npm is used`. */
const request =
  /\b(?:use[sd]?|using|runs?|call|prefer|choose|with|via|through|by)\s+(?:the\s+)?(\S+)|(\S+)\s+(?:is|are)\s+(?:used|preferred)\b/gi;
/** It asks for nothing else than it names. */
const restriction = /\b(?:reject(?:s|ed)?|only)\b/i;

/** Whether a statement rules out by name what another one asks for: `use pnpm, not npm`, of `use npm`. */
export function rulesOut(statement: string, other: string): boolean {
  const excluded = excludedIn(statement.slice(0, longestCompared));
  if (excluded.length === 0) return false;
  const asked = other.slice(0, longestCompared).replaceAll(exclusion, ' ');
  if (countNegations(asked) > 0 || restriction.test(asked)) return false;
  const names = new Set(
    [...asked.matchAll(request)].flatMap(([, after = '', before = '']) => wordsOf(after || before)),
  );
  return excluded.some((name) => names.has(name));
}

/** Single names that the statement says nothing else about: in `"Cloud" (not "cloud")` it is no name that is ruled out. */
function excludedIn(text: string): readonly string[] {
  const found = [...text.matchAll(exclusion)];
  if (found.length === 0) return [];
  const rest = new Set(wordsOf(text.replaceAll(exclusion, ' ')));
  return found
    .flatMap(([, name = '']) => wordsOf(name))
    .filter((word) => word.length > 1 && !englishStopWords.has(word) && !rest.has(word));
}
