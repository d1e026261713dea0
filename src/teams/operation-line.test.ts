import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writingMachine } from '../../tests/fakes/team-operations.ts';
import { canonicalJson } from '../text/json/fields.ts';
import { decodeOperation, encodeOperation } from '../text/json/team-operation-line.ts';
import { isSigned } from './sign-operation.ts';

describe('an operation on the wire', () => {
  const machine = writingMachine();

  it('comes back as it was, signed, and as the same bytes whatever the order of its fields', () => {
    const operation = machine.write();
    const back = decodeOperation(encodeOperation(operation));
    expect(back).toEqual(operation);
    expect(isSigned(back, machine.publicKey)).toBe(true);
    const turned = Object.fromEntries(Object.entries(operation).reverse());
    expect(canonicalJson(turned)).toBe(encodeOperation(operation));
  });

  it('stays proved once its body is emptied, and is not once anything else changed', () => {
    const operation = machine.write();
    const signed = (changes: object) => isSigned({ ...operation, ...changes }, machine.publicKey);
    expect(signed({ body: null })).toBe(true);
    const forged = { body: {}, bodyDigest: 'f'.repeat(64), kind: 'forget', seq: 9, item: 'other', over: [] };
    for (const [name, value] of Object.entries(forged))
      expect([name, signed({ [name]: value })]).toEqual([name, false]);
    expect(isSigned(operation, writingMachine().publicKey)).toBe(false);
  });

  it.each([
    ['another field', { more: 1 }],
    ['a machine that is none', { machine: 'm1' }],
    ['seq 0', { seq: 0 }],
    ['NUL in a text', { body: { text: 'a\0b' } }],
    ['half a character', { body: { 'a\ud800': 1 } }],
    ['a list as its body', { body: [] }],
    ['no signature', { signature: '' }],
    ['a place of no kind', { place: 'path:/home' }],
  ])('is refused with %s', (_, changes) => {
    const line = canonicalJson({ ...machine.write(), ...changes });
    expect(() => decodeOperation(line)).toThrow('cannot be read');
  });

  it('is canonical for every value of JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
