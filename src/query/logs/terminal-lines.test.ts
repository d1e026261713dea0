import { describe, expect, it } from 'vitest';
import { profileFailure } from '../profile-failure.ts';
import { stripLabels, stripStamps, terminalLines } from './terminal-lines.ts';

const esc = '\u001b';

describe('terminalLines', () => {
  it.each([
    ['colours', `${esc}[31;1merror${esc}[0m: ${esc}[38;5;9mx`, ['error: x']],
    ['cursor movement', `${esc}[2K${esc}[1Gready`, ['ready']],
    ['window titles', `${esc}]0;make\u0007done`, ['done']],
    ['links', `${esc}]8;;https://example.org${esc}\\text${esc}]8;;${esc}\\`, ['text']],
    ['one-byte sequences', '\u009b31mred', ['red']],
    ['Windows line ends', 'one\r\ntwo\r\n', ['one', 'two', '']],
    ['a progress bar', ' 10%\r 50%\r100% done\nnext', ['100% done', 'next']],
    ['a progress bar that was wiped', 'fetching 3/4\r            \r\nnext', ['fetching 3/4', 'next']],
    ['blanks at the end', 'a  \t\nb', ['a', 'b']],
  ])('reads %s', (_, output, lines) => {
    expect(terminalLines(output)).toEqual(lines);
  });

  it('reads both ends of a large output', () => {
    const output = `first\n${'in the very middle of it all\n'.repeat(500_000)}last`;
    const lines = terminalLines(output);
    expect(lines[0]).toBe('first');
    expect(lines.at(-1)).toBe('last');
    expect(lines.join('').length).toBeLessThan(10_485_760);
    expect(lines.every((line) => /^(?:first|in the very middle of it all|last|)$/.test(line))).toBe(true);
  });

  it('reads a bounded number of lines', () => {
    const lines = terminalLines(`first\n${'x\n'.repeat(1_000_000)}last`);
    expect(lines[0]).toBe('first');
    expect(lines.at(-1)).toBe('last');
    expect(lines.length).toBeLessThan(410_000);
  });

  it('keeps the start of a line without end', () => {
    expect(terminalLines('x'.repeat(3_000_000))[0]).toBe('x'.repeat(8_000));
  });

  it('leaves the inside of a private key out, and what follows in', () => {
    const key = ['-----BEGIN PRIVATE', ' KEY-----'].join('');
    expect(terminalLines(`${key}\nMIIEvQ==\nabc+/=\n${key.replace('BEGIN', 'END')}\nnext`)).toEqual([
      key,
      'next',
    ]);
    expect(terminalLines(`expected ${key}\nbut found: "nothing"`)).toHaveLength(2);
  });
});

const output = [
  'tests/test_io.py:3: in <module>',
  '    import frobnicator',
  '',
  "E   ModuleNotFoundError: No module named 'frobnicator'",
];

describe('stripStamps', () => {
  it.each([
    ['GitHub Actions', (line: string) => `2026-01-02T03:04:05.1234567Z ${line}`],
    ['a job and a step', (line: string) => `build\tRun npm test\t2026-01-02T03:04:05.1234567Z ${line}`],
    ['docker logs -t', (line: string) => `2026-01-02T03:04:05.123456789+00:00 ${line}`],
    ['brackets', (line: string) => `[2026-01-02 03:04:05] ${line}`],
  ])('takes off the times of %s', (_, stamped) => {
    const lines = output.map((line) => stamped(line).trimEnd());
    expect(stripStamps(lines)).toEqual(output);
    expect(profileFailure({ output: lines.join('\n') })).toEqual(
      profileFailure({ output: output.join('\n') }),
    );
  });

  it('leaves a log alone of which few lines have a time', () => {
    const lines = ['2026-01-02T03:04:05Z start', 'one', 'two', 'three', 'four'];
    expect(stripStamps(lines)).toBe(lines);
  });

  it('leaves two lines with times alone', () => {
    const lines = ['2026-01-02T03:04:05Z start', '2026-01-02T03:04:06Z end'];
    expect(stripStamps(lines)).toBe(lines);
  });
});

const printed = [
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
  'an unknown tool': (line, at) => `<brewer:${at}> ${line}`,
  valgrind: (line) => `==4711== ${line}`,
};

describe('stripLabels', () => {
  it.each(Object.keys(wrappers))('takes off what %s puts before each line', (name) => {
    const wrapped = printed.map((line, at) =>
      (wrappers[name] as (line: string, at: number) => string)(line, at).trimEnd(),
    );
    expect(stripLabels(['Begin', ...wrapped, 'It ended'])).toEqual(['Begin', ...printed, 'It ended']);
  });

  it('takes off labels in labels', () => {
    const wrapped = printed.map((line, at) => `#14 0.${at} web-1  | ${line}`.trimEnd());
    expect(stripLabels(wrapped)).toEqual(printed);
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
