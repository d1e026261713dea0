import { expect, it } from 'vitest';
import { redact } from '../redact.ts';
import { isInUuid } from './token-bounds.ts';

const id = ['CD8421DB', 'EAAA', '6879', '88A8', '4C650000000C'].join('-');

it.each([0, 9, 14, 19, 24])('a UUID has a group at %i', (at) => {
  expect(isInUuid(`id ${id} `, 3 + at)).toBe(at <= 19);
});

it.each([1, 10])('a UUID has no group at %i', (at) => {
  expect(isInUuid(id, at)).toBe(false);
});

it('a UUID is no token, whichever of its groups begins like one', () => {
  const ids = [
    id,
    id.replace('6879', 'EAAA'),
    id.replace('88A8', 'EAAA'),
    id.replace('CD8421DB', 'EAAA21DB'),
  ];
  for (const text of ids) expect(redact(`{"session":"${text}"}`)).toBe(`{"session":"${text}"}`);
});

it('a token that only begins like a UUID is redacted', () => {
  const token = `EAAA${'lB9x-Qw3_Zr7'.repeat(4)}`;
  expect(redact(`key: ${token}`)).not.toContain(token);
  expect(isInUuid('CD8421DB-EAAA-lB9xQw3Zr7lB9xQw3Zr7', 9)).toBe(false);
});
