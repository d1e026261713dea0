import { join } from 'node:path';
import { readRegularFile } from './read-regular-file.ts';

const longestConfig = 1_048_576;
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b', '"': '"', '\\': '\\' };

/**
 * The working tree that a git directory says it belongs to (`core.worktree`, as git notes it for submodules), as it stands
 * there; undefined when it says nothing that can be read. Includes are not followed. Starting git takes longer than a hook has.
 */
export function readCoreWorktree(gitDirectory: string): string | undefined {
  // Where worktrees have configs of their own, git moves it there.
  for (const name of ['config.worktree', 'config']) {
    const text = readRegularFile(join(gitDirectory, name), longestConfig)?.toString('utf8');
    const value = text === undefined ? undefined : coreWorktreeIn(text);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The last value given counts, as with git. */
function coreWorktreeIn(config: string): string | undefined {
  let isCore = false;
  let value: string | undefined;
  for (const line of config.split(/\r?\n/)) {
    const [, header, rest = line] = /^\s*\[([^\]]*)\](.*)$/.exec(line) ?? [];
    if (header !== undefined) isCore = header.trim().toLowerCase() === 'core';
    const [, raw] = (isCore && /^\s*worktree\s*=\s*(.*)$/i.exec(rest)) || [];
    if (raw !== undefined) value = unquote(raw);
  }
  return value;
}

/** A value as git writes it: parts in quotes, escapes with a backslash, a comment behind. Undefined when it is none. */
function unquote(raw: string): string | undefined {
  let value = '';
  let lengthInQuotes = 0;
  let isQuoted = false;
  for (let index = 0; index < raw.length; index++) {
    const character = raw.charAt(index);
    if (character === '"') {
      isQuoted = !isQuoted;
      lengthInQuotes = value.length;
      continue;
    }
    if (!isQuoted && (character === '#' || character === ';')) break;
    const escaped = character === '\\' ? escapes[raw.charAt(++index)] : character;
    if (escaped === undefined) return undefined;
    value += escaped;
  }
  if (isQuoted) return undefined;
  return value.slice(0, lengthInQuotes) + value.slice(lengthInQuotes).trimEnd();
}
