import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** What decides after something was found, and what is shown of it: changes there find nothing else. */
const afterwards =
  /\tsrc\/(?:cards|cli|hooks|mcp|packing|wording|gate\/(?:guarantee|policies|score|decide|fold-log|overrides|place-risk|plain-rule|policies|policy|priors|replay-log|reward)(?:[./]|-))/;

/** Folder of what was found for some questions: the same questions on the same committed sources have the same one. */
export function observedFolder(results: string, name: string, questions: string): string {
  const sources = execFileSync('git', ['ls-tree', '-r', 'HEAD', 'src'], {
    cwd: join(import.meta.dirname, '..', '..'),
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  })
    .split('\n')
    .filter((line) => !afterwards.test(line) && !line.endsWith('.test.ts'))
    .join('\n');
  const key = createHash('sha256').update(sources).update(questions).digest('hex');
  const folder = join(results, `${name}-${key.slice(0, 16)}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}
