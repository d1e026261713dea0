import { describe, expect, it } from 'vitest';
import { terminalLines } from './terminal-lines.ts';

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
