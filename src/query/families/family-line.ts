import { normaliseLine } from '../normalise-line.ts';

const absolutePath = /(?<![\w.~/\\-])(?:\/[\w.@+~%-]+){2,}\/?/g;
/** Folders whose name says what kind of thing is in them, wherever they lie. */
const telling = /\/(\.?venv|virtualenvs?|backups?)(?=\/|$)/;

/**
 * An error line as families are read from it: folders of one machine or one run are not its words. Numbers stay, since some are
 * names (`403 Forbidden`).
 *
 * @param line without secrets
 */
export function familyLine(line: string, worktree?: string): string {
  return line.replace(absolutePath, (path) => {
    const folder = telling.exec(path)?.[1];
    const normalised = normaliseLine(path, worktree);
    return folder === undefined || normalised.includes(folder) ? normalised : `${folder}/${normalised}`;
  });
}
