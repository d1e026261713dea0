import { describe, expect, it } from 'vitest';
import { commandTarget } from './command-target.ts';

describe('commandTarget', () => {
  it.each([
    ['pytest tests/test_a.py', 'pytest', '.py'],
    ['pytest -q tests/test_a.py::test_b', 'pytest', 'test'],
    ['cd web && npx vitest run src/cart', 'vitest', 'folder'],
    ['eslint .', 'eslint', 'folder'],
    ['curl https://example.org/x', 'curl', 'url'],
    ['npm test', 'npm', undefined],
    ['cargo build --release', 'cargo', undefined],
  ])('%s', (line, program, target) => {
    expect(commandTarget(line, program)).toBe(target);
  });
});
