import { uuidOf } from './hashes.ts';

const parts = /[A-Za-z_$][\w$]*(?:(?:\.|::|->)[\w$]+)*|[^\s\w]+/g;
const quoted = /[`'"\u2018\u201c][^`'"\u2019\u201d]*[`'"\u2019\u201d]/g;
const named = /\b[\w.]*[._\d][\w.]*\b|\b\w*[a-z][A-Z]\w*\b/g;
const keywords = new Set(
  `_ if for while switch return func function def class defer go case var const let type import export from raise throw except catch with
  await async new static fn match use nil err null None`.split(/\s+/),
);
const readParts = 3;
const longest = 80;

/**
 * Beginning of a place of the code that a checker names, or else the checker's message, with all names masked:
 * `x, _ :=` is not `x(`. Equal for places that are alike.
 */
export function placeForm({ source, says }: { readonly source?: string; readonly says: string }): string {
  if (source === undefined)
    return `says ${says.replaceAll(quoted, 'x').replaceAll(named, 'x')}`.slice(0, longest);
  const told = (source.match(parts) ?? []).slice(0, readParts);
  return `code ${told.map((part) => (/^[A-Za-z_$]/.test(part) && !keywords.has(part) ? 'x' : part)).join(' ')}`.slice(
    0,
    longest,
  );
}

/** A mark of a checker's message about a line of a file, which stays when the line moves; a test has one place. */
export function placeMark({ path, source, says, isTest }: MarkedPlace): string {
  return uuidOf(isTest ? '' : `${path}\n${source ?? says.replaceAll(/\d+/g, '0')}`).slice(0, 8);
}

interface MarkedPlace {
  readonly path: string;
  readonly source?: string;
  readonly says: string;
  readonly isTest?: boolean;
}
