import { describe, expect, it, onTestFinished } from 'vitest';
import { type Memory, openMemory } from '../../src/index.ts';
import type { Speaker } from '../../src/model/provenance.ts';
import { newHome } from '../doors/open-library.ts';
import { buildRepository } from '../git/build-repository.ts';

const ada: Speaker = { kind: 'user', name: 'ada', source: 'library' };
const agent: Speaker = { kind: 'agent', name: 'claude-code', source: 'hook', session: 's1' };
const file = 'src/kettle.py';
/** One rules the other out. */
const older = 'Install packages with npm in the kettle.';
const newer = 'Install packages with pnpm in the kettle, not npm.';
const off = { 'memory.v3.contradiction.enabled': false };

type Tell = (memory: Memory) => Promise<unknown>;

/** Moments that may tell of two memories at once: `after_failure` tells of one, guardrails of failures. */
const moments: Readonly<Record<string, Tell>> = {
  asked: (memory) => memory.recall({ query: 'How are packages installed in the kettle?' }),
  brief: (memory) => memory.brief(),
  'for-file': (memory) => memory.forFile(file),
  session_start: (memory) => memory.atMoment({ kind: 'session_start', speaker: agent }),
  // A file named in a prompt is told of like a read one.
  prompt: (memory) => memory.atMoment({ kind: 'before_edit', path: file, isRead: true, speaker: agent }),
  before_edit: (memory) => memory.atMoment({ kind: 'before_edit', path: file, speaker: agent }),
  before_compaction: (memory) => memory.atMoment({ kind: 'before_compaction', speaker: agent }),
};

/** A memory that holds both, as a version without contradictions left them; both were shown in the session. */
async function withBoth() {
  const { path: repository, commit } = buildRepository();
  commit('begin', { [file]: 'def boil():\n    return 100\n' });
  const home = newHome();
  let nowMs = Date.UTC(2026, 0, 2);
  const open = async (settings: object) => {
    const memory = await openMemory({
      repository,
      home,
      speaker: ada,
      clock: { nowMs: () => nowMs },
      settings: { ...settings },
    });
    onTestFinished(() => memory.close());
    return memory;
  };
  const lenient = await open(off);
  for (const content of [older, newer]) {
    await lenient.remember({ content, type: 'constraint', files: [file] });
    nowMs += 86_400_000;
  }
  await lenient.index();
  return { lenient, strict: await open({}) };
}

const toldOf = (answer: unknown) => {
  const { pack, memories, ...shown } = answer as {
    pack?: { text: string };
    memories?: unknown;
    text?: string;
  };
  const text = JSON.stringify(pack ?? shown);
  return [older, newer].filter((content) => text.includes(content));
};

describe.each(Object.entries(moments))('at the moment %s', (name, tell) => {
  it('memory.v3.contradiction.enabled shows one of two that rule each other out', async () => {
    const { lenient, strict } = await withBoth();
    if (name === 'before_compaction') await lenient.atMoment({ kind: 'session_start', speaker: agent });
    expect(toldOf(await tell(strict))).toHaveLength(1);
  });
  it('without it both are shown', async () => {
    const { lenient } = await withBoth();
    if (name === 'before_compaction') await lenient.atMoment({ kind: 'session_start', speaker: agent });
    expect(toldOf(await tell(lenient))).toEqual([older, newer]);
  });
});
