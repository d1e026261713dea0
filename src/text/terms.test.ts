import { describe, expect, it } from 'vitest';
import { countTerms, termsOf } from './terms.ts';
import { splitIdentifier, stem } from './words.ts';

describe('splitIdentifier', () => {
  it.each([
    ['parseHTTPHeader_v2', ['parse', 'HTTP', 'Header', 'v', '2']],
    ['snake_case_name', ['snake', 'case', 'name']],
    ['__init__', ['init']],
    ['ÉtatCivil', ['État', 'Civil']],
    ['', []],
  ])('%s', (identifier, parts) => {
    expect(splitIdentifier(identifier)).toEqual(parts);
  });
});

describe('stem', () => {
  it.each([
    [['crash', 'crashes', 'crashed', 'crashing'], 'crash'],
    [['query', 'queries'], 'query'],
    [['resolve', 'resolves', 'resolved', 'resolving'], 'resolv'],
    [['file', 'files'], 'file'],
    [['fix', 'fixes', 'fixed', 'fixing'], 'fix'],
    [['parse', 'parses', 'parsed', 'parsing'], 'pars'],
  ])('%j meet', (forms, root) => {
    expect(new Set(forms.map(stem))).toEqual(new Set([root]));
  });

  it.each(['class', 'status', 'axis', 'has', 'bus', 'red', 'string', 'speed', 'used'])(
    '%s stays itself',
    (word) => {
      expect(stem(word)).toBe(word);
    },
  );
});

describe('termsOf', () => {
  it('gives stemmed parts and the whole compound', () => {
    expect(termsOf('Fixed MigrationWriter')).toEqual(['fix', 'migrat', 'writer', '=migrationwriter']);
  });

  it('gives nothing for numbers, object ids, function words and single letters', () => {
    expect(termsOf('the 42 of 3.11 at 99b21ff58ad2 x')).toEqual([]);
  });

  it('gives character pairs for scripts without spaces', () => {
    expect(termsOf('修复崩溃')).toEqual(['修复', '复崩', '崩溃']);
  });

  it('is not slowed down by one endless word', () => {
    expect(termsOf('a'.repeat(1_000_000))).toEqual([]);
  });

  it('counts', () => {
    expect([...countTerms('race in watcher, watchers race')]).toEqual([
      ['race', 2],
      ['watcher', 2],
    ]);
  });
});
