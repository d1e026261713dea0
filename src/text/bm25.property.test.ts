import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bm25Term, explainBm25, scoreBm25 } from './bm25.ts';

const options = { k1: 1.2, b: 0.75 };
const words = ['a', 'b', 'c', 'd'];
const documents = fc.array(fc.array(fc.constantFrom(...words), { maxLength: 12 }), {
  minLength: 1,
  maxLength: 20,
});

function setting(texts: readonly (readonly string[])[], query: readonly string[]) {
  const lengths = texts.map((text) => text.length);
  const collection = {
    documentCount: texts.length,
    documentLengths: lengths,
    averageDocumentLength: lengths.reduce((a, b) => a + b, 0) / texts.length,
  };
  const terms: Bm25Term[] = [...new Set(query)].map((term) => {
    const found = texts.flatMap((text, ordinal) => (text.includes(term) ? [ordinal] : []));
    return {
      term,
      weight: 1,
      ordinals: Uint32Array.from(found),
      frequencies: found.map((ordinal) => texts[ordinal]?.filter((word) => word === term).length ?? 0),
    };
  });
  return { collection, terms };
}

describe('scoreBm25', () => {
  it('is the textbook formula, document by document', () => {
    fc.assert(
      fc.property(documents, fc.array(fc.constantFrom(...words), { minLength: 1 }), (texts, query) => {
        const { collection, terms } = setting(texts, query);
        const scores = scoreBm25(terms, collection, options);
        texts.forEach((text, ordinal) => {
          let expected = 0;
          for (const word of new Set(query)) {
            const frequency = text.filter((other) => other === word).length;
            const df = texts.filter((other) => other.includes(word)).length;
            const idf = Math.log(1 + (texts.length - df + 0.5) / (df + 0.5));
            const relative =
              collection.averageDocumentLength > 0 ? text.length / collection.averageDocumentLength : 1;
            expected += (idf * frequency * 2.2) / (frequency + 1.2 * (0.25 + 0.75 * relative));
          }
          expect(scores[ordinal]).toBeCloseTo(expected, 10);
        });
      }),
    );
  });

  it('gives the same in an array that was used before', () => {
    fc.assert(
      fc.property(documents, fc.array(fc.constantFrom(...words), { minLength: 1 }), (texts, query) => {
        const { collection, terms } = setting(texts, query);
        const used = new Float64Array(texts.length).fill(7);
        expect(scoreBm25(terms, collection, options, used)).toEqual(scoreBm25(terms, collection, options));
      }),
    );
  });

  it('explains itself: the tree adds up to the score, at every level', () => {
    fc.assert(
      fc.property(documents, fc.array(fc.constantFrom(...words), { minLength: 1 }), (texts, query) => {
        const { collection, terms } = setting(texts, query);
        const scores = scoreBm25(terms, collection, options);
        texts.forEach((_, ordinal) => {
          const tree = explainBm25(ordinal, terms, collection, options);
          expect(tree.value).toBeCloseTo(scores[ordinal] ?? 0, 10);
          for (const part of tree.parts) {
            expect(part.value).toBeCloseTo(
              part.parts.reduce((product, { value }) => product * value, 1),
              10,
            );
          }
        });
      }),
    );
  });

  it('never falls when a document gains an occurrence of a query word in place of another word', () => {
    fc.assert(
      fc.property(documents, (texts) => {
        const filled = [['a', 'x', 'x'], ...texts];
        const richer = [['a', 'a', 'x'], ...texts];
        const before = setting(filled, ['a']);
        const after = setting(richer, ['a']);
        const score = ({ collection, terms }: ReturnType<typeof setting>) =>
          scoreBm25(terms, collection, options)[0] ?? 0;
        expect(score(after)).toBeGreaterThan(score(before));
      }),
    );
  });
});
