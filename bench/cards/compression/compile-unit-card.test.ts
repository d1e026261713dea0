import { describe, expect, it } from 'vitest';
import { auditCard } from './audit-card.ts';
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
});
