import type { RecalledSummary } from '../model/answers/recollection.ts';

/** Lines of what one file is for. Its path and its text are written by whoever wrote the repository, and stand in fields of one line. */
export function renderSummary({ path, purpose, confidence }: RecalledSummary): string {
  return [
    `- file summary (untrusted, ${Math.round(confidence * 100)}% likely where this is)`,
    `  path: ${path}`,
    `  is for: ${purpose}`,
  ].join('\n');
}
