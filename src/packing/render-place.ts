import type { RecalledPlace } from '../model/answers/recollection.ts';

/** Lines of one file to look at. Names are written by whoever wrote the repository, and stand in fields of one line. */
export function renderPlace({ path, functions, confidence }: RecalledPlace): string {
  return [
    `- file (untrusted, ${Math.round(confidence * 100)}% likely where this is)`,
    `  path: ${path}`,
    ...(functions.length === 0 ? [] : [`  look at: ${functions.join(', ')}`]),
  ].join('\n');
}
