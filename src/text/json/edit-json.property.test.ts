import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../tests/fakes/any-character.ts';
import { addEntry, blankComments, entriesOf, removeEntry, replaceValue, rootSpan } from './edit-json.ts';

/** Objects as people and programs lay them out. */
const layouts: readonly ((value: unknown) => string)[] = [
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value, null, 2),
  (value) => `${JSON.stringify(value, null, 4)}\n`,
  (value) => `\uFEFF${JSON.stringify(value, null, '\t').replaceAll('\n', '\r\n')}\r\n\r\n`,
];

const objects = fc.dictionary(
  fc.string({ unit: anyCharacter }),
  fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: fc.constantFrom('"', '\\', '{', ']', ',', '\n') }),
  ),
);
const texts = fc.tuple(objects, fc.constantFrom(...layouts)).map(([value, layout]) => layout(value));

const parse = (text: string): Record<string, unknown> => JSON.parse(text.replace(/^\uFEFF/, ''));

const entry = { type: 'command', args: ['a "quoted" \\ path'], nested: { empty: [] } };

describe('an edit of any JSON object', () => {
  it('finds each member where it is', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const found = entriesOf(text, rootSpan(text)).map(({ key, value }) => [
          key,
          JSON.parse(text.slice(value.start, value.end)),
        ]);
        expect(found).toEqual(Object.entries(parse(text)));
      }),
    );
  });

  it('adds a member after the others and changes none', () => {
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(!Object.hasOwn(parse(text), 'ours'));
        const added = addEntry(text, [], entry, 'ours');
        expect(Object.entries(parse(added))).toEqual([...Object.entries(parse(text)), ['ours', entry]]);
      }),
    );
  });

  it('gives back what was there, byte for byte, when the added member goes', () => {
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(!Object.hasOwn(parse(text), 'ours') && Object.keys(parse(text)).length > 0);
        expect(removeEntry(addEntry(text, [], entry, 'ours'), ['ours'])).toBe(text);
      }),
    );
  });

  it('takes out or replaces any one member and leaves the others', () => {
    fc.assert(
      fc.property(texts, fc.nat(), (text, choice) => {
        const members = Object.entries(parse(text));
        fc.pre(members.length > 0);
        const at = choice % members.length;
        const key = members[at]?.[0] ?? '';
        expect(Object.entries(parse(removeEntry(text, [key])))).toEqual(members.toSpliced(at, 1));
        expect(Object.entries(parse(replaceValue(text, [key], entry)))).toEqual(
          members.toSpliced(at, 1, [key, entry]),
        );
      }),
    );
  });
});

/** Lines as people comment them: each line may end in a comment, and a list or object in a comma. */
const commented = fc
  .tuple(
    objects,
    fc.array(fc.constantFrom('', ' // one, {two}', ' /* "three" */', '\n// a line ]'), { minLength: 1 }),
    fc.boolean(),
  )
  .map(([value, comments, comma]) => {
    const lines = JSON.stringify(value, null, 2).split('\n');
    const told = lines.map(
      (line, at) =>
        `${comma && /[^,[{]$/.test(line) && /^\s*[\]}]/.test(lines[at + 1] ?? '') ? `${line},` : line}${comments[at % comments.length]}`,
    );
    return told.join('\n');
  });

describe('an edit of JSON with comments', () => {
  const value = (text: string): Record<string, unknown> => JSON.parse(blankComments(text));
  const commentsIn = (text: string) => text.match(/one, {two}|"three" \*|a line \]/g) ?? [];

  it('adds a member, and keeps each comment where it stood', () => {
    fc.assert(
      fc.property(commented, (text) => {
        fc.pre(!Object.hasOwn(value(text), 'ours'));
        const added = addEntry(text, [], entry, 'ours');
        expect(Object.entries(value(added))).toEqual([...Object.entries(value(text)), ['ours', entry]]);
        expect(commentsIn(added)).toEqual(commentsIn(text));
      }),
    );
  });

  it('gives back what was there, byte for byte, when the added member goes', () => {
    fc.assert(
      fc.property(commented, (text) => {
        fc.pre(!Object.hasOwn(value(text), 'ours') && Object.keys(value(text)).length > 0);
        expect(removeEntry(addEntry(text, [], entry, 'ours'), ['ours'])).toBe(text);
      }),
    );
  });

  it.each([
    ['{ "a": 1 // one\n}', '{ "a": 1, // one\n"ours":1\n}'],
    ['{\n  "a": 1, // one\n}', '{\n  "a": 1, // one\n  "ours": 1,\n}'],
    ['{\n  // nothing yet\n}', '{\n  // nothing yet\n  "ours": 1\n}'],
    ['{"a": "// no comment, }"}', '{"a": "// no comment, }","ours":1}'],
  ])('%j becomes %j', (text, expected) => {
    expect(addEntry(text, [], 1, 'ours')).toBe(expected);
  });
});

describe('the place of an edit', () => {
  it('is the last of equal keys, which is the one that counts', () => {
    const text = '{"a": {"x": 1}, "a": {"y": 2}}';
    expect(addEntry(text, ['a'], 3, 'z')).toBe('{"a": {"x": 1}, "a": {"y": 2,"z":3}}');
    expect(removeEntry(text, ['a', 'y'])).toBe('{"a": {"x": 1}, "a": {}}');
  });

  it('may lie behind deep nesting and long strings', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const text = `{"deep":${deep},"long":"${'\\\\x'.repeat(1_000_000)}","list":[1]}`;
    expect(addEntry(text, ['list'], 2).endsWith('"list":[1,2]}')).toBe(true);
  });

  it.each([[['b']], [['a', 3]], [['a', 'b', 'c']]])('must be there: %j', (path) => {
    expect(() => removeEntry('{"a":[1]}', path)).toThrow(RangeError);
  });
});

describe('an added entry takes the layout of its siblings', () => {
  it.each([
    { as: 'a new file', text: '{}', added: '{\n  "k": [\n    1\n  ]\n}' },
    { as: 'tabs', text: '{\n\t"a": 1\n}\n', added: '{\n\t"a": 1,\n\t"k": [\n\t\t1\n\t]\n}\n' },
    { as: 'four blanks', text: '{\n    "a": 1\n}', added: '{\n    "a": 1,\n    "k": [\n        1\n    ]\n}' },
    {
      as: 'lines of Windows',
      text: '{\r\n  "a": 1\r\n}',
      added: '{\r\n  "a": 1,\r\n  "k": [\r\n    1\r\n  ]\r\n}',
    },
    { as: 'one line', text: '{"a":1}', added: '{"a":1,"k":[1]}' },
    { as: 'lines without indentation', text: '{\n"a": 1\n}', added: '{\n"a": 1,\n"k": [\n  1\n]\n}' },
  ])('as the file is: $as', ({ text, added }) => {
    expect(addEntry(text, [], [1], 'k')).toBe(added);
  });
});
