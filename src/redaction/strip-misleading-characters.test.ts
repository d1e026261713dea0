import { describe, expect, it } from 'vitest';
import { stripMisleadingCharacters } from './strip-misleading-characters.ts';

describe('stripMisleadingCharacters', () => {
  it.each([
    ['null bytes, as in UTF-16 read as UTF-8', 'p\0a\0s\0s', 'pass'],
    ['colours, with all their parameters', '\u001b[1;31mred\u001b[0m', 'red'],
    ['the title of a terminal', '\u001b]0;title\u0007text', 'text'],
    ['an 8-bit control sequence', '\u009b31mred', 'red'],
    ['bell and backspace', 'a\u0007b\bc', 'abc'],
    ['CRLF', 'a\r\nb\r\n', 'a\nb\n'],
    ['a progress bar', '10 %\r20 %\r30 %', '10 %\n20 %\n30 %'],
    ['other ends of lines', 'a\u2028b\u2029c\u0085d\fe', 'a\nb\nc\nd\ne'],
    ['bidirectional overrides and isolates', 'a\u202eb\u202c\u2066c\u2069\u200e', 'abc'],
    ['a zero-width space and joiner between Latin letters', 'pass\u200bwo\u200drd', 'password'],
    ['byte order mark and soft hyphen', '\ufeffa\u00adb', 'ab'],
    ['tag characters', 'a\u{e0049}\u{e0067}b', 'ab'],
    ['variation selectors that carry data', '😀\ufe0f\ufe0e\u{e0101}\u{e0102}', '😀\ufe0f'],
    ['blank fillers', 'a\u3164\uffa0b', 'ab'],
    ['non-characters', 'a\uffffb\u{1fffe}', 'ab'],
    ['lone surrogates', 'a\ud800b\udc00', 'a\ufffdb\ufffd'],
    ['an escape left over', '\u001b', ''],
  ])('takes out: %s', (_name, text, expected) => {
    expect(stripMisleadingCharacters(text)).toBe(expected);
  });

  it.each([
    'plain text,\n\tindented',
    'naïve café, e\u0301',
    'Здравствуй, мир',
    'Γειά σου Κόσμε',
    'שלום עולם',
    'السلام عليكم',
    'می\u200cخواهم',
    'क्\u200dष and মার্চ',
    'ශ්\u200dරී ලංකා',
    '日本語 葛\u{e0100}',
    '한국어 ᄒᆞᆫ글',
    'ᠮᠣᠩᠭᠣᠯ\u180b',
    'ภาษาไทย',
    'ⵜⴰⵎⴰⵣⵉⵖⵜ',
    '👩\u200d👩\u200d👧 🏳️\u200d🌈 👍🏽 ☎️ 1️⃣ 🇫🇮 🤦🏽\u200d♀️',
    '∀x ∈ ℝ: x² ≥ 0',
    'box ├── drawing',
  ])('leaves %j as it is', (text) => {
    expect(stripMisleadingCharacters(text)).toBe(text);
  });
});
