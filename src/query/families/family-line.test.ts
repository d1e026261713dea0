import { describe, expect, it } from 'vitest';
import { familyLine } from './family-line.ts';

describe('familyLine', () => {
  it('leaves out ids of one run', () => {
    const line = 'panic: job 00000013-0008-1000-997c-e1100000001c died at 0x46bd9fe110';
    expect(familyLine(line)).toBe('panic: job __ID__ died at __ID__');
  });

  it('keeps numbers, and the folder that says what kind of thing is in it', () => {
    expect(familyLine('403 Forbidden')).toBe('403 Forbidden');
    expect(familyLine('cannot run /home/ada/kettle/.venv/bin/python')).toContain('.venv/');
  });
});
