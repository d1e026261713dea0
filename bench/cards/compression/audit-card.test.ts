import { describe, expect, it } from 'vitest';
import { saysWhatToDo } from '../../../src/cards/card-parts.ts';
import { auditCard } from './audit-card.ts';

describe('the audit', () => {
  const whole = {
    ...{ trigger: 'a build fails', evidence: 'seen twice', actionHint: 'Run the build' },
    ...{ failureIfIgnored: 'it fails again', scope: 'repo' },
  };
  const tokens = { card: 5, text: 10 };

  it('finds what is missing, or stands in for something', () => {
    expect(auditCard({ ...whole, scope: ' ' }, tokens).isComplete).toBe(false);
    expect(auditCard({ ...whole, evidence: '', failureIfIgnored: '' }, tokens)).toMatchObject({
      isComplete: true,
      hasPlaceholder: false,
    });
    for (const filler of ['TODO: fill in', 'n/a', '…', '[object Object]', 'undefined'])
      expect(auditCard({ ...whole, evidence: filler }, tokens).hasPlaceholder).toBe(true);
  });

  it('finds what got longer, and survives an empty text', () => {
    expect(auditCard(whole, { card: 12, text: 10 })).toMatchObject({ isCompressed: false, ratio: 1.2 });
    expect(auditCard(whole, { card: 12, text: 0 })).toMatchObject({ isCompressed: false, ratio: 1 });
  });

  it('takes no rule for a placeholder that begins with the word of one', () => {
    for (const actionHint of [
      'TODO comments name an issue',
      'None of these files is edited by hand',
      'null is not returned',
    ])
      expect(auditCard({ ...whole, actionHint }, tokens).hasPlaceholder).toBe(false);
  });

  it('asks of a short card no more than that it says what to do', () => {
    expect(saysWhatToDo({ actionHint: 'the build' })).toBe(true);
    for (const actionHint of ['', 'TBD.', 'n/a']) expect(saysWhatToDo({ actionHint })).toBe(false);
  });
});
