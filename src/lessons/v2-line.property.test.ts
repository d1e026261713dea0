import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../../tests/effort.ts';
import { clean, memoryItem } from '../../tests/fakes/memory-item.ts';
import { v2Row } from '../../tests/fakes/v2-row.ts';
import type { Speaker } from '../model/provenance.ts';
import { adoptItem } from './adopt-item.ts';
import { readItemLine, writeItemLine, writeV2Line } from './item-line.ts';

const ada: Speaker = { kind: 'user', name: 'ada', source: 'cli' };
const now = { nowMs: 5_000 };

describe('a line of Memory V2', () => {
  const robot: Speaker = { kind: 'agent', name: 'codex', source: 'cli' };
  it.each([
    { vouched: true, speaker: ada, nowMs: 9 },
    { vouched: false, speaker: ada },
    { vouched: false, speaker: robot },
  ])('comes out as it went in, to the letter: %j', (adoption) => {
    fc.assert(
      fc.property(v2Row, (row) => {
        const line = `${JSON.stringify(row)}\n`;
        const record = adoptItem(readItemLine(line, now), { ...adoption, ...now });
        expect(writeV2Line(record)).toBe(line);
      }),
      { numRuns: times(1_000) },
    );
  });

  it('loses nothing on its way through our own lines', () => {
    fc.assert(
      fc.property(v2Row, (row) => {
        const record = adoptItem(readItemLine(JSON.stringify(row), now), {
          vouched: true,
          speaker: ada,
          nowMs: 9,
        });
        const ours = writeItemLine(record);
        expect(JSON.parse(ours)).toMatchObject(row);
        const again = adoptItem(readItemLine(ours, { nowMs: 9 }), { vouched: true, speaker: ada, nowMs: 9 });
        expect({ ...again.item, extra: {} }).toEqual({ ...record.item, extra: {} });
      }),
    );
  });

  it('says what has changed since, and keeps the spelling of the rest', () => {
    const row = {
      id: 'mem_1',
      content: 'x',
      ttlDays: null,
      createdAt: '2026-02-22T10:00:00Z',
      updatedAt: '2026-02-22T10:00:00Z',
    };
    const { item, outcomes } = readItemLine(JSON.stringify(row), now);
    const changed = { ...item, ttlDays: 30, updatedAtMs: item.updatedAtMs + 1 };
    expect(JSON.parse(writeV2Line({ item: changed, outcomes }))).toEqual({
      ...row,
      ttlDays: 30,
      updatedAt: '2026-02-22T10:00:00.001Z',
      // Not said by the row, and derived from its text.
      ...{ layer: 'SEMANTIC', type: 'PROJECT_FACT', title: 'x', fingerprint: item.fingerprint },
    });
  });

  it('cannot say anything else than the memory does, whatever an export claims of its spelling', () => {
    const claimed = {
      id: 'mem_2',
      trust: 'user',
      content: 'evil',
      status: 'archived',
      type: 'FIX',
      source: 'cli',
    };
    const item = { ...memoryItem({ tokenCost: 0 }), extra: { $asWritten: { values: claimed } } };
    expect(writeV2Line({ item, outcomes: [] })).toBe(
      writeV2Line({ item: { ...item, extra: {} }, outcomes: [] }),
    );
  });

  it('is written for what is ours too, without what holds anyway', () => {
    const item = memoryItem({ content: clean('Dates are in UTC.') });
    const row = JSON.parse(writeV2Line({ item, outcomes: [] }));
    expect(row).toMatchObject({
      id: item.id,
      ttlDays: null,
      lastAccessedAt: null,
      content: 'Dates are in UTC.',
    });
    expect(Object.keys(row)).not.toContain('scope');
    expect(readItemLine(JSON.stringify(row), now).item).toEqual({
      ...item,
      tokenCost: 0,
      extra: expect.anything(),
    });
  });
});
