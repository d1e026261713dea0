import { readFileSync, statSync } from 'node:fs';
import { AfterwitError } from '../../model/errors.ts';
import type { IssueSource, IssueText } from '../../ports/git-reader.ts';

const largestExportBytes = 512 * 1024 * 1024;
const longestBody = 20_000;

/**
 * Issues from a file that the user exported: a JSON array or JSON Lines of objects with `number` (or `key`), `title`,
 * `body`, `state`, `url`, as `gh issue list --state all --json number,title,body,state,url` writes it. Read when first
 * asked.
 * @throws INVALID_ARGUMENT when the file cannot be read or is not such an export
 */
export function openIssueExport(path: string): IssueSource {
  let issues: ReadonlyMap<string, IssueText> | undefined;
  return {
    async find(issue) {
      issues ??= readExport(path);
      return issues.get(issue);
    },
  };
}

function readExport(path: string): ReadonlyMap<string, IssueText> {
  try {
    const file = statSync(path);
    // A pipe would be waited for, perhaps for ever.
    if (!file.isFile()) throw new Error('it is not a file');
    if (file.size > largestExportBytes) throw new Error('it is larger than 512 MiB');
    return new Map(parseRows(readFileSync(path, 'utf8').trim()).flatMap(toEntry));
  } catch (cause) {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      `The issue export ${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}. Write one with "gh issue list --state all --limit 10000 --json number,title,body,state,url > issues.json".`,
      { data: { path }, cause },
    );
  }
}

function parseRows(text: string): readonly unknown[] {
  if (text.startsWith('[')) return JSON.parse(text) as readonly unknown[];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => JSON.parse(line) as unknown);
}

function toEntry(row: unknown): readonly (readonly [string, IssueText])[] {
  if (typeof row !== 'object' || row === null) return [];
  const { number, key, title, body, state, url } = row as Record<string, unknown>;
  const name = typeof key === 'string' ? key : typeof number === 'number' ? `#${number}` : undefined;
  if (name === undefined) return [];
  const text = {
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof body === 'string' ? { body: body.slice(0, longestBody) } : {}),
    ...(typeof state === 'string' ? { state: state.toLowerCase() } : {}),
    ...(typeof url === 'string' ? { url } : {}),
  };
  return [[name, text]];
}
