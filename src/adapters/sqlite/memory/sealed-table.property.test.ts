import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { times } from '../../../../tests/effort.ts';
import { decodeText, encodeText } from './sealed-table.ts';

it('any text comes back from SQLite as it went in', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE texts (value ANY NOT NULL) STRICT');
  const insert = database.prepare('INSERT INTO texts VALUES (?)');
  const select = database.prepare('SELECT value FROM texts');
  const utf16 = fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
    .map((units) => String.fromCharCode(...units));
  const surrogates = fc
    .array(fc.constantFrom(0xd800, 0xdbff, 0xdc00, 0xdc80, 0xdcff, 0xdfff, 0, 65), { maxLength: 6 })
    .map((units) => String.fromCharCode(...units));
  fc.assert(
    fc.property(fc.oneof(utf16, surrogates), (text) => {
      insert.run(encodeText(text));
      expect(decodeText(select.get()?.value)).toBe(text);
      database.exec('DELETE FROM texts');
    }),
    { numRuns: times(2_000) },
  );
  database.close();
});
