import { programOf, startedCommands } from './command-signature.ts';

const mostWords = 40;
const testId = /::|#\w|^[\w.]+\.[A-Z]\w*(?:\.\w+)+$/;
const url = /^[a-z][a-z0-9+.-]{1,10}:\/\//i;
const extension = /\.([A-Za-z][\w]{0,7})$/;

/**
 * What kind of thing a command was asked to work on: `test`, `url`, an extension such as `.py`, `folder`; undefined where nothing is
 * named. Names themselves change from one call to the next.
 */
export function commandTarget(commandLine: string, program: string): string | undefined {
  const words = startedCommands(commandLine).findLast(
    (command) => programOf(command.words) === program,
  )?.words;
  const operands = (words ?? []).slice(1, mostWords).filter((word) => !word.startsWith('-'));
  for (const word of operands) {
    if (url.test(word)) return 'url';
    if (testId.test(word)) return 'test';
    const ending = extension.exec(word)?.[1];
    if (ending !== undefined) return `.${ending}`;
    if (word.includes('/') || word === '.') return 'folder';
  }
  return undefined;
}
