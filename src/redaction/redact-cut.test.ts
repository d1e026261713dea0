import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../../tests/effort.ts';
import { headOf, redact, tailOf } from './redact.ts';
import { tokenRows } from './secrets/rows/tokens.ts';

const shortestHalf = 8;
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Prefixes that announce a token however little of it is shown, since its random rest has no form. */
const announcing = tokenRows
  .flatMap(([, keywords]) => keywords.split(' '))
  .filter((literal) => /^.{3,}_$|^.{4,}-$|^A[KS]IA$/.test(literal));

/** Drawn as makers draw, not as a search for edges would: fillers and sequences are what documentation shows. */
function drawKey(seed: number, alphabet: string): string {
  let state = seed >>> 0;
  return Array.from({ length: 40 }, () => {
    // Numerical Recipes' generator; its high bits are what is used.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return alphabet[Math.floor((state / 2 ** 32) * alphabet.length)];
  }).join('');
}

const token = fc
  .record({ literal: fc.constantFrom(...announcing), seed: fc.nat() })
  .map(({ literal, seed }) => ({
    literal,
    secret: literal.endsWith('IA')
      ? drawKey(seed, capitals).slice(0, 16)
      : drawKey(seed, capitals + capitals.toLowerCase()),
  }))
  // Eight letters may be a word.
  .filter(({ secret }) => /\d/.test(secret.slice(0, shortestHalf)));

/** How a program, an agent or a log shows that it cut something off. */
const cuts = ['', '…', '...', '… +2000 chars …', '...[truncated]', ' [120 characters omitted] '];

function holdsHalf(text: string, secret: string): boolean {
  for (let at = 0; at + shortestHalf <= secret.length; at++)
    if (text.includes(secret.slice(at, at + shortestHalf))) return true;
  return false;
}

describe('a token that was cut', () => {
  it('leaves no half where its beginning stands at the cut', () => {
    fc.assert(
      fc.property(
        token,
        fc.integer({ min: 8, max: 15 }),
        fc.constantFrom(...cuts),
        ({ literal, secret }, at, cut) => {
          const shown = redact(`deploy ${literal}${secret.slice(0, at)}${cut}`);
          expect(holdsHalf(shown, secret), shown).toBe(false);
        },
      ),
      { numRuns: times(4_000) },
    );
  });

  it('leaves none of its end, where its beginning stands before the cut', () => {
    fc.assert(
      fc.property(
        token,
        fc.integer({ min: 8, max: 15 }),
        fc.constantFrom('…', '...', '… +2000 chars …'),
        (each, at, cut) => {
          const { literal, secret } = each;
          const shown = redact(`deploy ${literal}${secret.slice(0, at)}${cut}${secret.slice(at + 4)} now`);
          expect(holdsHalf(shown, secret), shown).toBe(false);
        },
      ),
      { numRuns: times(2_000) },
    );
  });

  it('leaves few ends, where nothing is left of their beginning', () => {
    // Some drawn ones look like words, or lack a digit.
    const tried = 1_000;
    let left = 0;
    for (let seed = 0; seed < tried; seed++) {
      const end = drawKey(7_919 * seed, capitals + capitals.toLowerCase()).slice(0, 20 + (seed % 17));
      for (const before of ['', 'deploy ', 'got "', '… +2000 chars '])
        if (redact(`${before}…${end} now`) !== `${before}…[redacted:cut-token] now`) left++;
    }
    expect(left / (4 * tried)).toBeLessThan(0.02);
  });

  it('leaves the ends of names, paths and digests', () => {
    for (const end of [
      'GeneratedClass1TestOfManyWords.java',
      'packages/core/src/index2Test.ts',
      'b2e4d5f61a0c9e8d7f6a5b4c3d2e1f0a',
      '7d9c8a-4b1e-4d1f-9c3e-0a1b2c3d4e5f',
      'BaseHTTPRequestHandler2Extended',
    ])
      expect(redact(`see …${end}`)).toBe(`see …${end}`);
  });

  it('takes mixed letters behind a lower-case beginning for no name', () => {
    for (const parts of [
      ['npm', 'NlArnxcCmersgtXr'],
      ['sk', 'live', 'bbqgOmfv'],
    ])
      expect(redact(`make ${parts.join('_')}`)).toMatch(/^make \[redacted:[a-z-]+\]$/);
  });

  it('takes a few letters that ascend by chance for no sequence', () => {
    for (const [literal, shown] of [
      ['xoxb-', 'klF67345'],
      ['doo_v1_', '678P6pq67'],
      ['shpat_', 'D5NO9IJKL'],
    ])
      expect(redact(`deploy ${literal}${shown}… +2000 chars …7ngf3QBv5uKK2q`)).toMatch(
        /^deploy \[redacted:[a-z-]+\]$/,
      );
    for (const filler of ['12345678', 'abcdefgh', 'abcd1234', '0123456789ab'])
      expect(redact(`deploy xoxb-${filler}…`)).toBe(`deploy xoxb-${filler}…`);
    const madeUp = 'sk-ant-api03-abc123xyz-456def789ghij-klmnopqrstuvwx-3456yza789bcde';
    expect(redact(`export KEY=${madeUp}`)).toBe(`export KEY=${madeUp}`);
  });

  it('leaves names that begin alike', () => {
    for (const text of [
      'npm_lifecycle_event',
      'npm_package_json',
      'local ext_name=apcu-4.0.11',
      'local ext_cache=/home/ada/php-ext/apcu-5.1.17',
      'npm_config_registry',
      'hf_transfer_enabled...',
      'use xoxb-token-here',
    ])
      expect(redact(text)).toBe(text);
  });
});

describe('headOf, tailOf', () => {
  it('leave no half of a secret that their cut goes through', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: 0, max: 120 }),
        fc.constantFrom(' ', '\n'),
        (seed, at, blank) => {
          const secret = drawKey(seed, capitals + capitals.toLowerCase());
          const text = `${'word '.repeat(8)}${blank}ghp_${secret}${blank}${'word '.repeat(8)}`;
          const shown = redact(`${headOf(text, at)}\n…\n${tailOf(text, text.length - at)}`);
          expect(holdsHalf(shown, secret), shown).toBe(false);
        },
      ),
      { numRuns: times(4_000) },
    );
  });

  it('give the whole of what is short, and little of a word without an end', () => {
    expect(headOf('a b', 3)).toBe('a b');
    expect(tailOf('a b', 3)).toBe('a b');
    expect(headOf('x'.repeat(100), 50)).toBe('');
    expect(tailOf('x'.repeat(100), 50)).toBe('');
  });
});
