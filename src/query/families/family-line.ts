import { normaliseLine } from '../normalise-line.ts';

const absolutePath = /(?<![\w.~/\\-])(?:\/[\w.@+~%-]+){2,}\/?/g;
/** Their digits are drawn at random: some spell an error code. */
const randomId = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b0x[0-9a-f]{4,64}\b|\b[0-9a-f]{16,64}\b/gi;
/** Folders whose name says what kind of thing is in them, wherever they lie. */
const telling = /\/(\.?venv|virtualenvs?|backups?)(?=\/|$)/;

/**
 * An error line as families are read from it: folders of one machine and ids of one run are not its words. Numbers stay, since
 * some are names (`403 Forbidden`).
 *
 * @param line without secrets
 */
export function familyLine(line: string, worktree?: string): string {
  return line.replace(randomId, '__ID__').replace(absolutePath, (path) => {
    const folder = telling.exec(path)?.[1];
    const normalised = normaliseLine(path, worktree);
    return folder === undefined || normalised.includes(folder) ? normalised : `${folder}/${normalised}`;
  });
}
