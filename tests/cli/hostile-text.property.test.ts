import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Memory, MemoryHome } from '../../src/api/memory.ts';
import { AfterwitError } from '../../src/model/errors.ts';
import { redact } from '../../src/redaction/redact.ts';
import { times } from '../effort.ts';
import '../effort-of-properties.ts';
import { anyCharacter } from '../fakes/any-character.ts';
import {
  abstained,
  copy,
  doubtList,
  explanation,
  failureList,
  failureView,
  faultyImport,
  feedbackReceipt,
  fix,
  forgotten,
  guardrailList,
  itemList,
  itemView,
  matched,
  purgeReport,
  recollection,
  recordedFailure,
  remembered,
  replacement,
  reviewQueue,
  setupReport,
  unmatched,
} from './fake-home.ts';
import {
  coupledFiles,
  diagnosis,
  entityView,
  examination,
  hotspots,
  indexReport,
  location,
  miningPlan,
  miningReport,
  noneRelevant,
  repository,
  rulesReport,
  search,
  sessionList,
  status,
  summary,
  summarySearch,
  traversal,
  unknownEntity,
} from './fake-memory.ts';
import { fakeStreams } from './fake-streams.ts';
import { poison } from './poison.ts';
import { commandLines, runFakeCli } from './run-fake-cli.ts';

/** Characters that must not reach a terminal: control, format, surrogate and unassigned ones, except newlines. */
const forbidden =
  /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Cn}\p{Default_Ignorable_Code_Point}]--[\n\uFE0E\uFE0F]]/v;

const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      ...[
        '\u001b[2J',
        '\u001b]8;;x\u0007',
        '\r',
        '\n',
        '\t',
        '\b',
        '\u0000',
        '\u007f',
        '\u009b',
        '\u202e',
        '\u2066',
      ],
      ...[
        '\u200b',
        '\u200d',
        '\ufeff',
        '\u{e0041}',
        '\udcff',
        '\ud83d',
        '\u2028',
        'diff --git',
        '@@',
        '+',
        '日',
        ' ',
      ],
    ),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 3 }),
  ),
  maxLength: 12,
});

/** Makes an answer hostile when it is asked for: a command asks for one or two of them. */
const poisonWhenAsked =
  (text: () => string) =>
  <T>(answer: T) =>
  async () =>
    poison(answer, text);

function poisonedMemory(text: () => string): Partial<Memory> {
  const hostileOf = poisonWhenAsked(text);
  return {
    index: hostileOf(indexReport),
    status: hostileOf(status),
    diagnose: hostileOf(diagnosis),
    searchCommits: hostileOf(search),
    examineCommit: hostileOf(examination),
    hotspots: hostileOf(hotspots),
    coupledFiles: hostileOf(coupledFiles),
    viewSummary: hostileOf(summary),
    searchSummaries: hostileOf(summarySearch),
    traverse: hostileOf(traversal),
    entity: hostileOf(entityView),
    locate: hostileOf(location),
    remember: hostileOf(remembered),
    recall: hostileOf(recollection),
    record: hostileOf(recordedFailure),
    guardrails: hostileOf(guardrailList),
    planMining: hostileOf(miningPlan),
    mineSessions: hostileOf(miningReport),
    sessions: hostileOf(sessionList),
    importRules: hostileOf(rulesReport),
    repositories: {
      current: hostileOf(repository),
      all: async () => [await hostileOf(repository)(), repository],
      lookalike: async () => undefined,
      link: hostileOf(repository),
      split: hostileOf(repository),
    },
  };
}

function poisonedHome(text: () => string): Partial<MemoryHome> {
  const hostileOf = poisonWhenAsked(text);
  return {
    list: hostileOf(itemList),
    show: hostileOf(itemView),
    forget: hostileOf(forgotten),
    review: hostileOf(reviewQueue),
    approve: hostileOf(fix),
    reject: hostileOf(fix),
    failures: hostileOf(failureList),
    failure: hostileOf(failureView),
    doubts: hostileOf(doubtList),
    decideDoubt: hostileOf(fix),
    importLines: hostileOf({ ...faultyImport, faultCount: 0 }),
    why: hostileOf(explanation),
    feedback: hostileOf(feedbackReceipt),
    backUp: hostileOf(copy),
    restore: hostileOf(replacement),
    purge: hostileOf(purgeReport),
  };
}

/** Everything a command may ask, answering with hostile texts. */
function poisonedAnswers(text: () => string) {
  const setupAgent = async () => poison(setupReport, text);
  return { memory: poisonedMemory(text), home: poisonedHome(text), dependencies: { setupAgent } };
}

describe.each(Object.entries(commandLines))('%s with hostile texts', (_name, words) => {
  it('prints no control character', async () => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(hostile), async (texts) => {
        const answers = poisonedAnswers(() => texts.next().value);
        const streams = fakeStreams({ terminal: { columns: 80 } });
        const run = await runFakeCli([...words, '--no-color'], { ...answers, streams });
        expect(run).toMatchObject({ status: 0, stderr: '' });
        expect(run.stdout).not.toMatch(forbidden);
      }),
      { numRuns: times(100) },
    );
  });

  it('prints JSON that parses, and is harmless too', async () => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(hostile), async (texts) => {
        const answers = poisonedAnswers(() => texts.next().value);
        const run = await runFakeCli([...words, '--json'], answers);
        expect(run.stdout).not.toMatch(forbidden);
        expect(JSON.parse(run.stdout)).toBeTypeOf('object');
      }),
      { numRuns: times(25) },
    );
  });
});

it('prints near misses without control characters', async () => {
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(hostile), async (texts) => {
      const answer = poison(noneRelevant, () => texts.next().value);
      const run = await runFakeCli(['search-commits', 'x'], {
        memory: { searchCommits: async () => answer },
      });
      expect(run.stdout).not.toMatch(forbidden);
    }),
  );
});

it('prints what is left out without control characters', async () => {
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(hostile), async (texts) => {
      const answer = poison(abstained, () => texts.next().value);
      const run = await runFakeCli(['recall', 'x'], { memory: { recall: async () => answer } });
      expect(run.stdout).not.toMatch(forbidden);
    }),
  );
});

it('prints the text for an agent to the letter, but for control characters', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), hostile, async (harmless, text) => {
      const recall = async (packed: string) => {
        const answer = { ...recollection, pack: { ...recollection.pack, text: packed } };
        return (await runFakeCli(['recall', 'x', '--pack'], { memory: { recall: async () => answer } }))
          .stdout;
      };
      expect((await recall(text)).replaceAll('\t', '')).not.toMatch(forbidden);
      if (!forbidden.test(harmless)) expect(await recall(`\t${harmless} \n`)).toBe(`\t${harmless} \n`);
    }),
  );
});

it('prints nearest names without control characters', async () => {
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(hostile), async (texts) => {
      const answer = poison(unknownEntity, () => texts.next().value);
      const run = await runFakeCli(['entity', 'x'], { memory: { entity: async () => answer } });
      expect(run.stdout).not.toMatch(forbidden);
    }),
  );
});

it('prints errors without control characters', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, hostile, async (message, path) => {
      const searchCommits = () =>
        Promise.reject(new AfterwitError('GIT_FAILED', message, { data: { path } }));
      const plain = await runFakeCli(['search-commits', 'x'], { memory: { searchCommits } });
      expect(plain.stderr).not.toMatch(forbidden);
      const json = await runFakeCli(['search-commits', 'x', '--json'], { memory: { searchCommits } });
      expect(JSON.parse(json.stdout)).toEqual({
        error: { code: 'GIT_FAILED', message: redact(message), data: { path: redact(path) } },
      });
      expect(json.stdout).not.toMatch(forbidden);
    }),
  );
});

it('survives any words', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(hostile, fc.constantFrom('search-commits', '--json', '--', '-'))),
      async (words) => {
        const run = await runFakeCli(words);
        expect([0, 2]).toContain(run.status);
        expect(run.stdout + run.stderr).not.toMatch(forbidden);
      },
    ),
    { numRuns: times(500) },
  );
});

it.each([matched, unmatched])(
  'prints what a failure is without control characters: $match.status',
  async (answer) => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(hostile), async (texts) => {
        const poisoned = poison(answer, () => texts.next().value);
        const run = await runFakeCli(['recall', '--command', texts.next().value || 'x'], {
          memory: { recall: async () => poisoned },
        });
        expect(run.stdout).not.toMatch(forbidden);
        expect(run.status).toBe(0);
      }),
      { numRuns: times(100) },
    );
  },
);
