import { describe, expect, it } from 'vitest';
import { neutraliseControls, neutraliseJsonControls } from './neutralise-controls.ts';

describe('neutraliseControls', () => {
  it.each([
    ['escape', 'a\u001b[31mb', 'a\\x1b[31mb'],
    ['bell and backspace', '\u0007\b', '\\x07\\x08'],
    ['newline, return, tab', 'a\nb\rc\td', 'a\\nb\\rc\\td'],
    ['delete', '\u007f', '\\x7f'],
    ['C1 control sequence introducer', '\u009b31m', '\\u009b31m'],
    ['bidirectional override', 'x\u202ey', 'x\\u202ey'],
    ['isolates and marks', '\u2066\u2069\u200e\u061c', '\\u2066\\u2069\\u200e\\u061c'],
    ['zero-width space and joiner', 'a\u200bb\u200dc', 'a\\u200bb\\u200dc'],
    ['byte order mark', '\ufeff', '\\ufeff'],
    ['line separators', '\u2028\u2029', '\\u2028\\u2029'],
    ['tag characters', '\u{e0041}', '\\u{e0041}'],
    ['supplementary variation selector', '\u{e0100}', '\\u{e0100}'],
    ['blank filler', '\u3164', '\\u3164'],
    ['byte of a path that is not UTF-8', 'caf\udce9', 'caf\\xe9'],
    ['other lone surrogate', '\ud800', '\\ud800'],
  ])('spells out: %s', (_name, text, expected) => {
    expect(neutraliseControls(text)).toBe(expected);
  });

  it.each(['plain', 'naïve café', '日本語', 'मराठी', '🎉 ☎️', 'a\\x1bb', 'e\u0301'])(
    'leaves %j as it is',
    (text) => {
      expect(neutraliseControls(text)).toBe(text);
    },
  );
});

describe('neutraliseJsonControls', () => {
  it('keeps the layout and the value', () => {
    const value = { 'k\u202e': ['\u009b', '\u{e0041}', '\udcff', 'a\nb'] };
    const json = neutraliseJsonControls(JSON.stringify(value, null, 2));
    expect(JSON.parse(json)).toEqual(value);
    expect(json.split('\n')).toHaveLength(JSON.stringify(value, null, 2).split('\n').length);
    expect(json).not.toMatch(/[\u007f-\u009f\u202e\u{e0041}]/u);
  });
});
