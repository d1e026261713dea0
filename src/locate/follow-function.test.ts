import { describe, expect, it } from 'vitest';
import { followFunction } from './cut-functions.ts';

const body =
  'opens the archive, reads each header, checks its sum, seeks behind the padding and closes the handle';
const earlier = { path: 'src/io.py', name: 'Reader.read', text: `def read: ${body}` };
const named = (path: string, name: string, text = body) => ({ path, name, text });

describe('followFunction', () => {
  it('takes the function of the same name in the same file, whatever has become of it', () => {
    const same = named('src/io.py', 'Reader.read', 'everything else');
    expect(followFunction(earlier, [named('src/io.py', 'Reader.scan'), same], new Set())).toBe(same);
  });

  it('follows a function that was renamed, or moved to another file', () => {
    const renamed = named('src/io.py', 'Reader.scan');
    expect(followFunction(earlier, [named('src/io.py', 'other', 'nothing alike'), renamed], new Set())).toBe(
      renamed,
    );
    const moved = named('src/archive.py', 'Reader.read');
    expect(followFunction(earlier, [moved], new Set(['Reader.read']))).toBe(moved);
  });

  it('does not take a function for it that stood beside it', () => {
    const twin = named('src/io.py', 'Reader.peek');
    expect(followFunction(earlier, [twin], new Set(['Reader.read', 'Reader.peek']))).toBeUndefined();
  });

  it('gives up on what is unlike, or too short to tell', () => {
    expect(
      followFunction(earlier, [named('src/io.py', 'f', 'draws a circle on the canvas')], new Set()),
    ).toBeUndefined();
    const short = { path: 'src/io.py', name: 'g', text: 'return handle' };
    expect(followFunction(short, [named('src/io.py', 'h', 'return handle')], new Set())).toBeUndefined();
    expect(followFunction(earlier, [], new Set())).toBeUndefined();
  });
});
