import { describe, expect, it } from 'vitest';
import { itemId } from '../../tests/fakes/memory-item.ts';
import type { ItemLayer } from '../model/memory-item.ts';
import { chooseMemories } from './choose-memories.ts';

const admission = { admitted: true, refusals: [], warnings: [] };
const most = { working: 6, episodic: 8, semantic: 6, procedural: 2 };

function choose(layers: readonly ItemLayer[], topK: number, mostOfLayer = most): readonly number[] {
  const candidates = layers.map((layer, at) => ({
    item: { id: itemId(at), layer },
    strength: 'similar' as const,
  }));
  const admissions = layers.map(() => admission);
  return chooseMemories({ candidates, admissions, verdict: undefined, topK, mostOfLayer }).flatMap(
    ({ omitted }, at) => (omitted === undefined ? [at] : []),
  );
}

describe('of each layer', () => {
  it('no more than its most are chosen while others fit', () => {
    expect(choose(['procedural', 'procedural', 'procedural', 'semantic', 'episodic'], 4)).toEqual([
      0, 1, 3, 4,
    ]);
  });

  it('as many as there is room for are chosen where nothing else fits', () => {
    expect(choose(['procedural', 'procedural', 'procedural', 'procedural'], 3)).toEqual([0, 1, 2]);
    expect(choose(['procedural', 'procedural', 'semantic'], 3, { ...most, procedural: 0 })).toEqual([
      0, 1, 2,
    ]);
  });
});

it('says of what does not answer a question that it is unlikely to, and of another failure that it is another', () => {
  const candidates = [
    { item: { id: itemId(0), layer: 'semantic' as const }, strength: 'different' as const },
  ];
  const choice = { candidates, admissions: [admission], verdict: undefined, topK: 5 };
  const omittedOf = (mayAnswer?: () => boolean) => chooseMemories({ ...choice, mayAnswer })[0]?.omitted;
  expect(omittedOf()).toBe('no_strong_match');
  expect(omittedOf(() => true)).toBe('unlikely_answer');
  expect(omittedOf(() => false)).toBe('unlikely_answer');
});
