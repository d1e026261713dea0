import { describe, expect, it } from 'vitest';
import { v2FileOf, v2LayerOf } from './exchange-report.ts';

describe('the layout of Memory V2', () => {
  it.each([
    ['episodic', Date.UTC(2026, 1, 22, 23, 59), 'episodic/2026-02-22.jsonl'],
    ['episodic', -1, 'episodic/1969-12-31.jsonl'],
    ['episodic', 9e15, 'episodic/undated.jsonl'],
    ['semantic', 0, 'semantic.jsonl'],
    ['procedural', 0, 'procedural.jsonl'],
    ['working', 0, 'working.jsonl'],
  ] as const)('%s at %d lies in %s, and is read as such', (layer, createdAtMs, file) => {
    expect(v2FileOf({ layer, createdAtMs })).toBe(file);
    expect(v2LayerOf(file)).toBe(layer);
  });

  it.each([
    'notes.jsonl',
    'semantic.json',
    'episodic/deeper/2026-02-22.jsonl',
    'episodic.jsonl',
    '../semantic.jsonl',
  ])('%s is no part of it', (file) => expect(v2LayerOf(file)).toBeUndefined());
});
