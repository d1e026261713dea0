import type { CodeNode } from '../../model/code.ts';
import { neutraliseControls } from '../../redaction/neutralise-controls.ts';

/** `src/io.py`, `src/`, `Writer.write (src/io.py:12)`. */
export function nameNode({ kind, name, path, startLine }: CodeNode): string {
  if (kind === 'directory') return neutraliseControls(path === '.' ? './' : `${path}/`);
  if (kind === 'file') return neutraliseControls(path);
  return neutraliseControls(`${name} (${startLine === undefined ? path : `${path}:${startLine}`})`);
}

/** What is said where no node has the name. */
export function sayUnknown(name: string, nearest: readonly CodeNode[]): string {
  const near = nearest.length === 0 ? '' : ` Nearest: ${nearest.map(nameNode).join(', ')}.`;
  return `Nothing in the code is called ${neutraliseControls(name)}.${near}`;
}
