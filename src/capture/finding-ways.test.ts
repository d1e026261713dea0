import { describe, expect, it } from 'vitest';
import { namesRule, tellWay } from './finding-ways.ts';

const finding = { tool: 'a', rule: 'nilerr', path: 'src/a.go', line: 9, says: 'error is not nil' };

interface Change {
  readonly rule?: string;
  readonly removed?: readonly string[];
  readonly added?: readonly string[];
  readonly path?: string;
  readonly says?: string;
}

function wayOf({ rule = 'nilerr', says = 'it', removed = [], added = [], path = finding.path }: Change) {
  return tellWay({ ...finding, rule, says }, [{ path, isNear: true, removed, added }], undefined);
}

describe('the way of a finding', () => {
  it.each([
    { rule: 'nilerr', added: ['return nil //nolint:nilerr // no row is fine'], directive: '//nolint:nilerr' },
    { rule: 'gosec G304', added: ['//nolint:gosec // G304: own path'], directive: '//nolint:gosec' },
    {
      rule: 'errcheck',
      added: ['f() //nolint:errcheck,gosec // best effort'],
      directive: '//nolint:errcheck,gosec',
    },
    { rule: 'F401', added: ['import os  # noqa: F401'], directive: '# noqa: F401' },
    {
      rule: 'arg-type',
      added: ['f(x)  # type: ignore[arg-type]  # stub is wrong'],
      directive: '# type: ignore[arg-type]',
    },
    {
      rule: '@typescript-eslint/no-explicit-any',
      added: ['// eslint-disable-next-line @typescript-eslint/no-explicit-any -- foreign shape'],
      directive: '// eslint-disable-next-line @typescript-eslint/no-explicit-any',
    },
    {
      rule: 'lint/suspicious/noExplicitAny',
      added: ['// biome-ignore lint/suspicious/noExplicitAny: foreign shape'],
      directive: '// biome-ignore lint/suspicious/noExplicitAny',
    },
    {
      rule: 'clippy::needless_return',
      added: ['#[allow(clippy::needless_return)]'],
      directive: '#[allow(clippy::needless_return)]',
    },
    {
      rule: 'SC2086',
      added: ['# shellcheck disable=SC2086 # words on purpose'],
      directive: '# shellcheck disable=SC2086',
    },
    {
      rule: 'Style/StringLiterals',
      added: ['# rubocop:disable Style/StringLiterals'],
      directive: '# rubocop:disable Style/StringLiterals',
    },
    {
      rule: 'unchecked',
      added: ['@SuppressWarnings("unchecked")'],
      directive: '@SuppressWarnings("unchecked")',
    },
    { rule: 'TS2322', added: ['// @ts-expect-error the types are older'], directive: '// @ts-expect-error' },
    {
      rule: 'kettle-lid',
      added: ['boil() // kettlelint:off kettle-lid'],
      directive: '// kettlelint:off kettle-lid',
    },
  ])('is a suppression: $added', ({ directive, ...change }) => {
    expect(wayOf(change)).toMatchObject({ way: 'suppressed', suppression: { directive } });
  });

  it.each([
    { way: 'removed', removed: ['import os'], added: [] },
    { way: 'renamed', removed: ['def f(self, userName):'], added: ['def f(self, user_name):'] },
    { way: 'renamed', removed: ['func f(t *T) {'], added: ['func f(_ *T) {'] },
    { way: 'wrapped', removed: ['return err'], added: ['return fmt.Errorf("load: %w", err)'] },
    {
      way: 'handled',
      removed: ['tree, _ := repo.Tree()'],
      added: ['tree, err := repo.Tree()', 'if err != nil {', '  return err', '}'],
    },
    {
      way: 'handled',
      removed: ['ok, _ := isText(x)', 'if !ok {'],
      added: ['ok, textErr := isText(x)', 'if textErr == nil && !ok {'],
    },
    { way: 'changed', removed: ['let x: any'], added: ['let x: unknown'] },
    { way: 'changed', removed: ['f.Close()'], added: ['_ = f.Close() // nothing to do about it'] },
    { way: 'changed', removed: [], added: ['x() //nolint:gosec'] },
    { way: 'changed', removed: [], added: ['x() // nilerr is wrong about this'] },
    { way: 'configured', path: '.golangci.yml', removed: ['    - nilerr'], added: [] },
  ])('is $way: $removed $added', ({ way, ...change }) => {
    expect(wayOf(change)?.way).toBe(way);
  });

  it('is told from the change where the finding stands, not from another finding’s', () => {
    const changes = [
      { path: 'src/a.go', isNear: false, removed: ['f.Close()'], added: ['_ = f.Close()'] },
      { path: 'src/a.go', isNear: true, removed: [], added: ['//nolint:nilerr // fine'] },
      { path: 'src/b.go', removed: ['x'], added: ['//nolint:errcheck'] },
    ];
    expect(tellWay(finding, changes, undefined)?.way).toBe('suppressed');
    expect(tellWay(finding, changes.slice(0, 1), 'gofmt -w .')).toBeUndefined();
    expect(tellWay(finding, [], 'gofmt -w .')).toMatchObject({ way: 'command', command: 'gofmt -w .' });
  });

  it('knows a rule by its own name among others', () => {
    expect(namesRule('// disable=no-console', 'no-console')).toBe(true);
    expect(namesRule('// disable=no-console-log', 'no-console')).toBe(false);
    expect(namesRule('#[allow(needless_return)]', 'clippy::needless_return')).toBe(true);
  });
});
