import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clean, memoryItem } from '../../tests/fakes/memory-item.ts';
import {
  asksWhatToDo,
  compareMemories,
  estimateAnswer,
  explainAnswer,
  leastConfidence,
} from './answer-evidence.ts';
import { itemTerms } from './item-terms.ts';

/** The estimate of the first of the memories. */
function estimate(question: string, ...contents: readonly string[]) {
  const items = contents.map((content) => memoryItem({ title: clean(''), content: clean(content) }));
  const terms = items.map(itemTerms);
  const lengths = terms.map((own) => [...own.values()].reduce((sum, count) => sum + count, 0));
  const [evidence] = compareMemories(question, items.slice(0, 1), {
    itemCount: items.length,
    averageLength: lengths.reduce((sum, length) => sum + length, 0) / items.length,
    frequencyOf: (term) => terms.filter((own) => own.has(term)).length,
  });
  if (evidence === undefined) throw new Error('no memory was given');
  return estimateAnswer(evidence);
}

const jobs = 'Jobs are kept in Postgres, because they commit together with the rows that they are about.';

describe('compareMemories', () => {
  it('finds a memory by a rare word of it, and none by words that all texts have', () => {
    expect(estimate('postgres', jobs).level).toBe('likely');
    expect(estimate('is postgres used here?', jobs).level).not.toBe('nothing');
    expect(
      estimate('which file is used to run the code?', 'Run the code of this file.').confidence,
    ).toBeLessThan(
      estimate('which kettle is used to boil the ink?', 'Boil the ink of this kettle.').confidence,
    );
  });

  it('counts runs of letters, so that another form of a word is near', () => {
    const { letters } = estimate('caching', 'cached').evidence;
    expect(letters).toBeGreaterThan(0.3);
    expect(estimate('caching', 'signed').evidence.letters).toBeLessThan(letters);
  });

  it('knows what kind of tool a text names, from either side, and counts no kind where both name the tool', () => {
    const letters = (question: string, memory: string) => estimate(question, memory).evidence.letters;
    expect(letters('which package manager?', 'Use yarn here.')).toBeGreaterThan(0.2);
    expect(letters('which package manager?', 'Use kettles here.')).toBe(0);
    expect(letters('can I add prisma?', 'Models need no ORM.')).toBeGreaterThan(0.1);
    expect(letters('npm?', 'Yarn pays.')).toBeGreaterThan(letters('tea?', 'Yarn pays.'));
    expect(letters('npm?', 'npm')).toBe(1);
    // "make" is a verb, too.
    expect(letters('which task runner?', 'Rules make logs slow.')).toBe(0);
  });

  it('says the same of a question that is drawn out, as of a memory', () => {
    const more =
      'Nothing in the ledger of the harbour says otherwise, whichever lantern hangs above its door. '.repeat(
        6,
      );
    const plain = estimate('where are jobs kept, in Postgres?', jobs).confidence;
    expect(estimate(`where are jobs kept, in Postgres? ${more}`, jobs).confidence).toBeGreaterThan(plain / 4);
    expect(estimate('where are jobs kept, in Postgres?', `${jobs} ${more}`).confidence).toBeGreaterThan(
      plain / 4,
    );
  });

  it('sees what is asked for wherever it stands in a long memory', () => {
    const long = `${'Something else is said of the kettle here, and of its lid. '.repeat(100)}${jobs}`;
    expect(estimate('where are jobs kept, in Postgres?', long).evidence.letters).toBeGreaterThan(0.5);
  });

  it('is less surprised where many memories hold the words', () => {
    const many = Array.from({ length: 30 }, (_, at) => `Jobs of the kind ${at} are kept in Postgres.`);
    const { surprise } = estimate('where are jobs kept, in Postgres?', jobs).evidence;
    expect(estimate('where are jobs kept, in Postgres?', jobs, ...many).evidence.surprise).toBeLessThan(
      surprise,
    );
  });

  it('takes a rule with another number for the same rule', () => {
    const known = 'Node 22.3 is required for the build.';
    const likely = (question: string) => estimate(question, known).confidence;
    expect(estimate('Node 24.1 is required for the build.', known).level).toBe('likely');
    expect(likely('Redis 22.3 is required for the tests.')).toBeLessThan(
      likely('Node 24.1 is required for the build.'),
    );
  });

  it('names the terms that speak for it, the rarest first', () => {
    expect(estimate('which jobs does the file of Postgres run?', jobs).evidence.terms).toEqual([
      'jobs',
      'postgr',
    ]);
  });

  it('says nothing for a memory that shares nothing, and explains every estimate by its parts', () => {
    expect(estimate('Which lantern hangs above the door?', jobs).level).toBe('nothing');
    fc.assert(
      fc.property(fc.lorem(), fc.lorem(), (question, content) => {
        const answer = estimate(question, content);
        const { value, parts } = explainAnswer(answer);
        const logOdds = parts.reduce((sum, part) => sum + part.value, 0);
        expect(value).toBeCloseTo(1 / (1 + Math.exp(-logOdds)), 10);
        expect(answer.level === 'likely').toBe(value >= leastConfidence.likely);
        expect(answer.level === 'nothing').toBe(value < leastConfidence.perhaps);
      }),
    );
  });
});

it.each([
  ['which database do we use', true],
  ['at how many degrees does it boil', true],
  ['postgres or redis?', true],
  ['when do we release', true],
  ['port of redis', false],
  ['When a test is slow, mark it.', false],
  ['Use pnpm, not npm.', false],
  ['why does the worker hang?', false],
  ['where are jobs kept?', false],
  ['How do I stop it?\n\nSteps: press the button.', false],
])('sees whether %j asks what to do: %s', (text, expected) => {
  expect(asksWhatToDo(text)).toBe(expected);
});
