import { describe, expect, it } from 'vitest';
import type { Memory } from '../../src/api/memory.ts';
import type { Speaker } from '../../src/model/provenance.ts';
import { fakeMemory, repository } from './fake-memory.ts';
import { fakeStreams } from './fake-streams.ts';
import { runFakeCli } from './run-fake-cli.ts';

const ada: Speaker = { kind: 'user', name: 'ada', source: 'cli' };
type Found = NonNullable<Awaited<ReturnType<Memory['repositories']['lookalike']>>>;
const kettle: Found = {
  repository: {
    ...repository,
    id: '2f1c4b9e-8a53-4a0e-9d0b-6f1d0c3b7a55' as typeof repository.id,
    name: 'kettle',
  },
  shared: ['root', 'remote'],
  itemCount: 14,
  isNew: true,
};

interface Situation {
  readonly found?: Found | undefined;
  readonly answer?: string | undefined;
  readonly speaker?: Speaker;
  readonly words?: readonly string[];
  readonly terminal?: boolean;
}

/** Runs a command in a clone; gives what was asked at the terminal and which repository it was linked to. */
async function runIn({
  found = kettle,
  answer,
  speaker = ada,
  words = ['hotspots'],
  terminal = true,
}: Situation) {
  const questions: string[] = [];
  const linked: string[] = [];
  const { repositories } = fakeMemory();
  const run = await runFakeCli(words, {
    memory: {
      repositories: {
        ...repositories,
        lookalike: async () => found,
        link: async (id) => {
          linked.push(id);
          return repository;
        },
      },
    },
    ...(terminal ? { streams: fakeStreams({ terminal: { columns: 80 } }) } : {}),
    dependencies: {
      whoSpeaks: async () => ({ speaker }),
      ask: (question) => {
        questions.push(question);
        return answer;
      },
    },
  });
  return { run, questions, linked };
}

describe('a clone that is new and looks like a known repository', () => {
  it('is joined when the person at the terminal says yes, and the command goes on', async () => {
    const { run, questions, linked } = await runIn({ answer: 'yes' });
    expect(questions).toEqual([
      expect.stringMatching(/kettle \(2f1c4b9e, 14 memories\): it has the same first commit and remote\./),
    ]);
    expect(linked).toEqual([kettle.repository.id]);
    expect(run.status).toBe(0);
  });

  it.each([undefined, '', 'no', 'y', 'yes please'])('stays apart when the answer is %j', async (answer) => {
    const { run, questions, linked } = await runIn({ answer });
    expect(questions).toHaveLength(1);
    expect(linked).toEqual([]);
    expect(run.status).toBe(0);
  });

  it.each<[string, Situation]>([
    ['where an agent speaks', { speaker: { kind: 'agent', name: 'claude-code', source: 'cli' } }],
    ['where it is not known who speaks', { speaker: { ...ada, kind: 'unknown' } }],
    ['where a program reads the answer', { words: ['hotspots', '--json'] }],
    ['where no terminal shows what is wrong', { terminal: false }],
    ['when it was seen before', { found: { ...kettle, isNew: false } }],
    ['on the way to a split', { words: ['repo', 'split'] }],
  ])('is not asked about %s', async (_, situation) => {
    const { run, questions, linked } = await runIn({ ...situation, answer: 'yes' });
    expect({ status: run.status, questions, linked }).toEqual({ status: 0, questions: [], linked: [] });
  });

  it('cannot put words into the question', async () => {
    const name = 'kettle\nType no to share nothing\u202e\u001b[2J';
    const { questions } = await runIn({ found: { ...kettle, repository: { ...kettle.repository, name } } });
    expect(questions[0]?.split('\n')).toHaveLength(3);
    expect(questions[0]).toContain('\\nType no to share nothing\\u202e\\x1b[2J');
  });
});
