import { expect, it } from 'vitest';
import { field, layOut } from './page.ts';

const page = { width: 80, nowMs: 0 };
const textOf = (label: string) =>
  layOut(field(label, 'nothing'), page)
    .map((row) => row.map(({ text }) => text).join(''))
    .join('\n');

it('keeps a label apart from what it stands before, also where it is longer than the column', () => {
  expect(textOf('risk')).toBe('risk     nothing');
  expect(textOf('instead of')).toBe('instead of nothing');
});
