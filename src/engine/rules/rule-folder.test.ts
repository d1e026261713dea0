import { expect, it } from 'vitest';
import { isReadBy, ruleFolderOf } from './rule-files.ts';

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

it.each([
  ['claude-code', 'rules:ui/CLAUDE.md', true],
  ['claude-code', 'rules:.claude/CLAUDE.md', true],
  ['claude-code', 'rules:AGENTS.md', false],
  ['codex', 'rules:AGENTS.md', true],
  ['codex', 'rules:CLAUDE.md', false],
  ['copilot', 'rules:.github/copilot-instructions.md', true],
  ['another', 'rules:AGENTS.md', false],
  ['codex', 'cli', false],
])('%s reads %s itself: %s', (agent, origin, isRead) => {
  expect(isReadBy(agent, { origin })).toBe(isRead);
});
