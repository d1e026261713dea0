import { describe, expect, it } from 'vitest';
import { auditCard, saysWhatToDo } from './audit-card.ts';
import { cardWordings } from './wordings.ts';

describe('the audit', () => {
  const whole = {
    ...{ trigger: 'a build fails', evidence: 'seen twice', actionHint: 'Run the build' },
    ...{ failureIfIgnored: 'it fails again', scope: 'repo' },
  };
  const tokens = { card: 5, text: 10 };

  it('finds what is missing, stands in for something, or says nothing to do', () => {
    expect(auditCard({ ...whole, scope: ' ' }, tokens).isComplete).toBe(false);
    for (const filler of ['TODO: fill in', 'n/a', '…', '[object Object]', 'undefined', ''])
      expect(auditCard({ ...whole, evidence: filler }, tokens).hasPlaceholder).toBe(true);
    expect(auditCard({ ...whole, actionHint: 'Observe: TODO' }, tokens).hasPlaceholder).toBe(true);
    expect(auditCard({ ...whole, actionHint: 'the build' }, tokens).beginsWithVerb).toBe(false);
  });

  it('finds what got longer, and survives an empty text', () => {
    expect(auditCard(whole, { card: 12, text: 10 })).toMatchObject({ isCompressed: false, ratio: 1.2 });
    expect(auditCard(whole, { card: 12, text: 0 })).toMatchObject({ isCompressed: false, ratio: 1 });
  });

  it('takes no rule for a placeholder that begins with the word of one', () => {
    for (const rule of [
      'TODO comments name an issue',
      'None of these files is edited by hand',
      'null is not returned',
    ])
      expect(auditCard({ ...whole, actionHint: `Observe: ${rule}` }, tokens).hasPlaceholder).toBe(false);
  });

  it('asks of a short card no more than that it says what to do', () => {
    const called = { ...whole, trigger: '…', evidence: '', failureIfIgnored: '' };
    expect(saysWhatToDo(called)).toBe(true);
    for (const actionHint of ['', 'Apply: ', 'Follow: TBD.', 'the build'])
      expect(saysWhatToDo({ actionHint })).toBe(false);
  });

  it('knows every verb that cards begin with', () => {
    for (const { action } of Object.values(cardWordings))
      expect(auditCard({ ...whole, actionHint: action('the text of a memory') }, tokens).beginsWithVerb).toBe(
        true,
      );
  });
});
