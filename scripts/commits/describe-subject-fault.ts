import { commitScopes } from '../../architecture.mjs';

const maximumLength = 100;
const form = /^(?<area>[a-z-]+)\((?<scopes>[a-z-]+(?:, ?[a-z-]+)*)\): (?<what>\S.*)$/;

/** First words that tell what was done instead of what the commit does. */
const notImperative =
  /^(?:add|remove|fix|change|update|rename|move|make|use|implement|introduce)(?:d|ed|s|es|ing)\b/i;

/**
 * What keeps a commit subject from being `area(scope): what, in the imperative`; undefined when nothing does.
 *
 * @param places - Folders within rooms and workshops, and commands, which may stand here as well: `engine(setup)`, `cli(record)`.
 */
export function describeSubjectFault(subject: string, places: readonly string[] = []): string | undefined {
  const parts = form.exec(subject)?.groups;
  if (parts === undefined) return 'Write `area(scope): what, in the imperative`.';
  const { area = '', scopes = '', what = '' } = parts;
  const isScope = (word: string): boolean => commitScopes.includes(word) || places.includes(word);
  const unknown = [area, ...scopes.split(/, ?/)].filter((word) => !isScope(word));
  if (unknown.length > 0) return `Not a room or workshop of architecture.mjs: ${unknown.join(', ')}.`;
  if (/^\p{Lu}\p{Ll}/u.test(what) || what.endsWith('.'))
    return 'Begin in lower case and end without a full stop.';
  if (notImperative.test(what)) return 'Use the imperative: "add", not "added" or "adds".';
  if (subject.length > maximumLength)
    return `Keep it within ${maximumLength} characters; the body may be as long as it likes.`;
  return undefined;
}
