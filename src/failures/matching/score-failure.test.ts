import { describe, expect, it } from 'vitest';
import { itemId, memoryItem } from '../../../tests/fakes/memory-item.ts';
import type { FailureProfile } from '../../model/failure.ts';
import type { VariantBody } from '../../model/item-body.ts';
import { redact } from '../../redaction/redact.ts';
import { failureQuery, type KnownFailure, knownFailure } from './failure-sides.ts';
import { type FailureHistory, scoreFailure } from './score-failure.ts';

const lockedLine = 'LedgerError: ledger winter_book is locked while closing the accounts';

function failureOf(line: string, more: Partial<FailureProfile> = {}): FailureProfile {
  return {
    errorLines: [redact(line)],
    excerpt: redact(line),
    exceptionTypes: line.match(/\w+Error/g) ?? [],
    entities: [],
    ...more,
  };
}

const locked: Omit<VariantBody, 'kind' | 'patternId'> = {
  failure: failureOf(lockedLine, {
    command: { program: 'ledger', family: 'ledger close' },
    file: 'books/close.py',
    frames: [{ path: 'books/close.py', function: 'close_book' }],
  }),
  symptom: redact('closing fails because another clerk keeps the ledger open'),
  context: redact('Bookkeeping at the end of a quarter'),
};

function known(body: Partial<VariantBody> = {}, resolved: readonly FailureProfile[] = []): KnownFailure {
  const item = memoryItem({
    title: redact('Ledger stays locked'),
    content: redact('Wait for the other clerk, then close again'),
    body: { kind: 'variant', patternId: itemId(90), ...locked, ...body },
  });
  const issue = knownFailure(item, () => undefined, resolved);
  if (issue === undefined) throw new Error('a variant is a known issue');
  return issue;
}

function score(asked: FailureProfile, issue = known(), history: FailureHistory = {}) {
  return scoreFailure(failureQuery({ failure: asked, rarityOf: () => undefined }), issue, history);
}

describe('scoreFailure', () => {
  it('is highest for the failure itself, and explains itself', () => {
    const { value, conflicting, explain } = score(locked.failure);
    expect(value).toBeGreaterThan(0.9);
    expect(conflicting).toEqual([]);
    const tree = explain();
    expect(tree.value).toBe(value);
    expect(tree.parts[0]?.parts.reduce((sum, part) => sum + part.value, 0)).toBeCloseTo(value, 9);
  });

  it.each([
    ['by its symptom', 'closing fails because another clerk keeps the ledger open'],
    ['amid other words', `${lockedLine} after the release and before the audit`],
    ['in another order', lockedLine.split(' ').toReversed().join(' ')],
    ['in other circumstances', lockedLine.replace('closing the accounts', 'printing reports')],
  ])('knows it again %s', (_, line) => {
    expect(score(failureOf(line)).value).toBeGreaterThan(0.55);
  });

  it('knows it by command, file and stack where words fail', () => {
    const words = failureOf('bookkeeping at the end of the quarter went wrong');
    const { command, file, frames } = locked.failure;
    const placed = {
      ...words,
      ...(command && { command }),
      ...(file && { file }),
      ...(frames && { frames }),
    };
    expect(score(placed).value).toBeGreaterThan(score(words).value + 0.1);
    const elsewhere = { ...words, command: { program: 'make', family: 'make' }, file: 'tools/x.sh' };
    expect(score(elsewhere).value).toBeLessThan(score(words).value);
  });

  it.each([
    ['a made-up name', lockedLine.replace('winter_book', 'summer_book'), 'summer_book'],
    ['a joined name', 'cannot reach tally-print:9100', 'tally-print'],
  ])('turns away a failure that reads alike about %s', (_, line, name) => {
    const issue =
      name === 'summer_book' ? known() : known({ failure: failureOf('cannot reach seal-press:9200') });
    const { value, conflicting } = score(failureOf(line), issue);
    expect(conflicting.join(' ')).toContain(name);
    expect(value).toBeLessThan(0.42);
  });

  it('turns away another entity of a critical kind, though its name is a plain word', () => {
    const missing = (name: string) =>
      failureOf(`ImportError: No module named ${name}`, { entities: [{ kind: 'module', value: name }] });
    const { value, conflicting } = score(missing('abacus'), known({ failure: missing('slate') }));
    expect(conflicting).toEqual(['abacus']);
    expect(value).toBeLessThan(0.42);
    const versions = (value: string) => failureOf(lockedLine, { entities: [{ kind: 'version', value }] });
    expect(score(versions('ledger 2'), known({ failure: versions('ledger 1') })).conflicting).toEqual([]);
  });

  it('does not hold it against a memory that it names more, or less', () => {
    const open = failureOf('LedgerError: winter_book and spring_book are locked');
    expect(
      score(open, known({ failure: failureOf('LedgerError: winter_book is locked') })).conflicting,
    ).toEqual([]);
    expect(
      score(failureOf('LedgerError: winter_book is locked'), known({ failure: open })).conflicting,
    ).toEqual([]);
  });

  it('takes a path for the same that lost its folders', () => {
    const at = (path: string) => failureOf(`FileNotFoundError: cannot open ${path} for the accounts`);
    expect(score(at('path_book.csv'), known({ failure: at('data/winter/book.csv') })).conflicting).toEqual(
      [],
    );
    expect(
      score(at('data/summer/page.csv'), known({ failure: at('data/winter/book.csv') })).conflicting,
    ).toEqual(['data/summer/page.csv']);
  });

  it('takes a name with something volatile in it for itself', () => {
    const step = failureOf('cat: steps/step-__NUM__-count.md: No such file; host web-book:__PORT__');
    expect(score(step, known({ failure: step })).conflicting).toEqual([]);
    const other = failureOf('cat: steps/step-__NUM__-close.md: No such file; host web-book:__PORT__');
    expect(score(step, known({ failure: other })).conflicting).toEqual(['steps/step-__num__-count.md']);
  });

  it('tells apart by numbers what is alike in all else', () => {
    const batch = (size: number): FailureProfile => ({
      ...failureOf('MemoryError: out of memory with batch __NUM__'),
      excerpt: redact(`MemoryError: out of memory with batch ${size}`),
    });
    const issue = known({ failure: batch(128) });
    expect(score(batch(128), issue).value).toBeGreaterThan(score(batch(64), issue).value);
  });

  it('knows a failure that it was verified for as its own', () => {
    const other = failureOf('AccountsError: somebody else is writing');
    expect(score(other).value).toBeLessThan(0.42);
    expect(score(other, known({}, [other])).value).toBeGreaterThan(0.7);
    expect(score(other, known({ alsoSeen: [...other.errorLines] })).value).toBeGreaterThan(0.6);
  });

  it('believes what was turned down in this session less', () => {
    const { value } = score(locked.failure);
    expect(score(locked.failure, known(), { sessionPenalty: 0.5 }).value).toBeCloseTo(value / 2, 9);
    expect(score(locked.failure, known(), { sessionPenalty: 1 }).value).toBe(0);
  });

  it('reads no item that is no variant', () => {
    expect(knownFailure(memoryItem(), () => undefined)).toBeUndefined();
  });
});
