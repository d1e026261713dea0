import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashesOfOutput, hashOfName, namesIn, wordsIn } from './output-tokens.ts';

const textsOf = (tokens: readonly { readonly text: string }[]) => tokens.map(({ text }) => text);

describe('namesIn', () => {
  it.each([
    ['cannot read src/kettle/lid.ts:3', ['cannot', 'read', 'src/kettle/lid.ts']],
    ['in /home/ada/kettle/lid.ts', ['lid.ts']],
    ['serde-1.0.90, @tea/cup and 2.4.1', ['serde-1.0.90', 'tea/cup', 'and', '2.4.1']],
    ['12 of 30', []],
  ])('of %s are %j', (line, names) => expect(textsOf(namesIn(line))).toEqual(names));
});

describe('hashesOfOutput', () => {
  it('holds every word and name of every line, and the last parts of paths', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (lines) => {
        const printed = hashesOfOutput(lines.join('\n'));
        for (const line of lines)
          for (const { hash } of [...wordsIn(line), ...namesIn(line)]) expect(printed).toContain(hash);
      }),
    );
    expect(hashesOfOutput('/home/ada/kettle/lid.ts')).toContain(hashOfName('kettle/lid.ts'));
    expect(hashesOfOutput('Running')).not.toContain(hashOfName('running'));
  });
});
