import { expect, it } from 'vitest';
import { ruleFolderOf } from './rule-folder.ts';

it.each([
  ['rules:AGENTS.md', ''],
  ['rules:.github/copilot-instructions.md', ''],
  ['rules:.cursor/rules/deep/react.mdc', ''],
  ['rules:.claude/CLAUDE.md', ''],
  ['rules:ui/AGENTS.md', 'ui/'],
  ['rules:ui/src/utils/CLAUDE.md', 'ui/src/utils/'],
  ['rules:ui/.cursor/rules/react.mdc', 'ui/'],
  ['cli', undefined],
])('a rule from %s holds in %j', (origin, folder) => {
  expect(ruleFolderOf({ origin })).toBe(folder);
});
