import { changedLines } from './changed-lines.ts';

/** One file of a patch, as `apply_patch` takes it. */
interface PatchedFile {
  readonly path: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const fileLine = /^\*\*\* (?:Update|Add|Delete) File: (.{1,1000})$/;
const longestPatch = 1_000_000;

/** Files of a patch that begins with `*** Begin Patch`, wherever in a text that stands; none where it does not. */
export function patchFiles(text: string): readonly PatchedFile[] {
  const start = text.indexOf('*** Begin Patch');
  if (start === -1) return [];
  const files: { path: string; removed: string[]; added: string[] }[] = [];
  for (const line of text.slice(start, start + longestPatch).split('\n')) {
    const path = fileLine.exec(line)?.[1]?.trim();
    const last = files.at(-1);
    if (line.startsWith('*** End Patch')) break;
    if (path !== undefined) files.push({ path, removed: [], added: [] });
    else if (line.startsWith('+')) last?.added.push(line.slice(1));
    else if (line.startsWith('-')) last?.removed.push(line.slice(1));
  }
  return files.map(({ path, removed, added }) => ({
    path,
    ...changedLines(removed.join('\n'), added.join('\n')),
  }));
}
