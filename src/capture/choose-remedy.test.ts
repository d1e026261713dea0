import { expect, it } from 'vitest';
import { neverStarted } from './fix-episode.ts';

it.each([
  ['/bin/bash: line 1: python: command not found', 127],
  ['error: unknown command "lits" for "gh"\n\nDid you mean list?', 1],
  ['npm error Missing script: "tset"', 1],
  ['Error: unknown flag: --fix-all', 1],
  ['fatal: not a git repository (or any of the parent directories): .git', 128],
  ['/usr/bin/python3: No module named pytest', 1],
  [
    "npm error enoent Could not read package.json: Error: ENOENT: no such file or directory, open '/w/package.json'",
    254,
  ],
  ['error: could not find `Cargo.toml` in `/w` or any parent directory', 101],
  ['Unknown JSON field: "reviews"\nAvailable fields:\n  author', 1],
  ['make: *** No rule to make target `tset`.  Stop.', 2],
  ['(eval):cd:1: no such file or directory: src/parts', 1],
  ['bash: line 1: cd: parts: No such file or directory', 1],
  ["zsh: parse error near `)'", 1],
])('knows that nothing ran: %s', (output, exitCode) => {
  expect(neverStarted({ output, exitCode })).toBe(true);
});

it.each([
  ['AssertionError: expected 1 to be 2', 1],
  [`ok 1\n${'ok\n'.repeat(20)}expected "unknown command" to be shown\n${'ok\n'.repeat(20)}`, 1],
  ["ModuleNotFoundError: No module named 'requests'", 1],
  ['harness.sh: line 77: /tmp/state.json: No such file or directory', 1],
])('knows that something ran: %s', (output, exitCode) => {
  expect(neverStarted({ output, exitCode })).toBe(false);
});
