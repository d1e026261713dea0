import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anyRandom } from '../../tests/fakes/any-random.ts';
import { plainStore } from '../../tests/fakes/memory-store.ts';
import { temporaryFolder } from '../../tests/git/build-repository.ts';
import { readUpkeepState } from '../engine/memory/merge-accesses.ts';
import { maintainIfDue } from './maintenance.ts';

const hourMs = 3_600_000;
const longAgoMs = 1_000_000 * hourMs;

/** When a memory was maintained last, asked to be kept up so many hours after the first time. */
async function maintainedAfter(hours: number, memory: object): Promise<number> {
  const home = temporaryFolder();
  writeFileSync(join(home, 'config.json'), JSON.stringify({ memory }));
  const store = plainStore(['r1']);
  const keepUp = (nowMs: number) =>
    maintainIfDue(
      {
        ...{ home, store, random: anyRandom, clock: { nowMs: () => nowMs } },
        tokens: { count: async () => 1 },
      },
      {},
    );
  await keepUp(longAgoMs);
  const nowMs = longAgoMs + hours * hourMs;
  await keepUp(nowMs);
  const { maintainedAtMs } = store.read(readUpkeepState);
  return maintainedAtMs === undefined ? -1 : (maintainedAtMs - longAgoMs) / hourMs;
}

const every = (interval: number) => ({ v3: { consolidation: { interval } } });

describe('memory.v3.consolidation.interval', () => {
  it.each([
    ['not before a day, by default', 23, {}, 0],
    ['after a day', 24, {}, 24],
    ['after as many hours as were set', 3, every(3), 3],
    ['not before', 2, every(3), 0],
    ['never by itself', 8_760, every(0), -1],
    [
      'never by itself without Memory V3',
      8_760,
      { v3: { enabled: false, consolidation: { interval: 3 } } },
      -1,
    ],
    ['after a clock that was a hundred years ahead', -876_000, {}, -876_000],
  ])('%s', async (_, hours, memory, expected) => {
    expect(await maintainedAfter(hours, memory)).toBe(expected);
  });
});
