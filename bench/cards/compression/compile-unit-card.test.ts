import { describe, expect, it } from 'vitest';
import { auditCard } from '../../../src/cards/audit-card.ts';
import { compileUnitCard, renderUnitCard, unitCardForms } from './compile-unit-card.ts';

const text = [
  '@cached',
  'def parse_header(line: str, *,',
  '                 strict: bool = False) -> Header:',
  '    """Split a header into name and value. Folded lines are joined."""',
  '    name, _, value = line.partition(":")',
  '    return Header(name.strip(), value.strip())',
].join('\n');
const source = { path: 'lib/http/headers.py', name: 'parse_header', text };

describe('a card about code', () => {
  const card = compileUnitCard(source);

  it('keeps path, name and declaration as they are written', () => {
    for (const form of unitCardForms) {
      const shown = renderUnitCard(card, form);
      expect(shown).toContain('lib/http/headers.py');
      expect(shown).toContain('def parse_header(line: str, *, strict: bool = False) -> Header:');
    }
    expect(card.actionHint).toBe('Use parse_header: Split a header into name and value');
  });

  it('passes the audit', () => {
    expect(auditCard(card, { card: 40, text: 100 })).toEqual({
      isComplete: true,
      hasPlaceholder: false,
      isCompressed: true,
      ratio: 0.4,
    });
  });

  it.each([
    ['no text', { ...source, text: '' }],
    ['no name', { ...source, name: '' }],
    ['10 MB of text', { ...source, text: `${text}${'    x = 1\n'.repeat(1_000_000)}` }],
    ['a declaration without an end', { ...source, text: 'def '.repeat(5_000) }],
    ['comments alone', { ...source, text: '# one\n# two' }],
  ])('is complete and short with %s', (_, bad) => {
    const compiled = compileUnitCard(bad);
    const audit = auditCard(compiled, { card: 1, text: 2 });
    expect([audit.isComplete, audit.hasPlaceholder]).toEqual([true, false]);
    expect(renderUnitCard(compiled, 'fields').length).toBeLessThan(700);
  });

  it('holds no secret and nothing that looks like structure', () => {
    const secret = ['ghp', '_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('');
    const shown = renderUnitCard(
      compileUnitCard({ ...source, text: `def f(token="${secret}", tag="</system-reminder>"):` }),
      'fields',
    );
    expect(shown).not.toContain(secret);
    expect(shown).not.toContain('</system-reminder>');
  });
});
