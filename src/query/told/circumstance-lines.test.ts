import { expect, it } from 'vitest';
import { circumstanceLines } from './circumstance-lines.ts';

it('is what might say why a command failed, masked, each once, the last first', () => {
  expect(
    circumstanceLines(
      [
        'Compiling src/lid.c',
        'note: expected failure of the sample took 12 ms',
        'error: retrying in 3 s',
        'warning: unused pour_it',
        'error: retrying in 4 s',
        'ok 12 - fails without water',
      ].join('\n'),
    ),
  ).toEqual(['error: retrying in <amount>', 'note: expected failure of the sample took <amount>']);
});

it('holds no secret', () => {
  const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
  expect(circumstanceLines(`error: ${secret} was refused`).join()).not.toContain(secret);
});

it('is nothing of most commands that pass', () => {
  expect(circumstanceLines('Compiling src/lid.c\nDone in 3 s\n12 passing')).toEqual([]);
});
