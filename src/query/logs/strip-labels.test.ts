import { describe, expect, it } from 'vitest';
import { stripLabels } from './strip-labels.ts';

const output = [
  'Compiling the lid',
  '  src/lid.c:3:1: error: no water',
  '',
  'src/lid.c:9:1: error: no tea',
  'stops',
];
const wrappers: Readonly<Record<string, (line: string, at: number) => string>> = {
  buildkit: (line, at) => `#14 ${(at * 0.37).toFixed(2)} ${line}`,
  compose: (line) => `build-1  | ${line}`,
  turbo: (line) => `@kettle/lid:build: ${line}`,
  'one nobody knows': (line, at) => `<brewer:${at}> ${line}`,
  valgrind: (line) => `==4711== ${line}`,
};

describe('stripLabels', () => {
  it.each(Object.keys(wrappers))('takes off what %s puts before each line', (name) => {
    const wrapped = output.map((line, at) =>
      (wrappers[name] as (line: string, at: number) => string)(line, at).trimEnd(),
    );
    expect(stripLabels(['Begin', ...wrapped, 'It ended'])).toEqual(['Begin', ...output, 'It ended']);
  });

  it('takes off labels in labels', () => {
    const wrapped = output.map((line, at) => `#14 0.${at} web-1  | ${line}`.trimEnd());
    expect(stripLabels(wrapped)).toEqual(output);
  });

  it.each([
    ['places', (at: number) => `src/lid.c:${at}: not so`],
    ['programs that name themselves', (at: number) => `ls: cannot access 'cup${at}'`],
    ['levels', (at: number) => `[ERROR] cup ${at} is cold`],
    ['plain words', (at: number) => `test cup${at} ... FAILED`],
  ])('keeps %s', (_, print) => {
    const lines = Array.from({ length: 9 }, (__, at) => print(at));
    expect(stripLabels(lines)).toEqual(lines);
  });
});
