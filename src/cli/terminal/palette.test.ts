import { describe, expect, it } from 'vitest';
import { line, renderLines, span } from './line.ts';

const tagged = (style: string, text: string) => `<${style}>${text}</${style}>`;

describe('renderLines', () => {
  it('ends every line', () => {
    expect(renderLines([line('a'), [], line('b')], tagged)).toBe('a\n\nb\n');
  });

  it('joins spans of one style, and the spaces between them', () => {
    const spans = [
      span('a', 'red'),
      span(' '),
      span('b', 'red'),
      span(' '),
      span('c', 'dim'),
      span('d'),
      span(' e'),
    ];
    expect(renderLines([spans], tagged)).toBe('<red>a b</red> <dim>c</dim>d e\n');
  });

  it('leaves no empty style and no trailing space behind', () => {
    expect(renderLines([[span('  '), span('', 'red'), span('a', 'dim'), span('  ')]], tagged)).toBe(
      '  <dim>a</dim>\n',
    );
  });
});
