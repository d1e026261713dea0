import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../../../tests/effort.ts';
import { fixedClock } from '../../../tests/fakes/fixed-clock.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { v2Row } from '../../../tests/fakes/v2-row.ts';
import { v2FileOf, v2LayerOf } from '../../model/answers/exchange-report.ts';
import type { Speaker } from '../../model/provenance.ts';
import { exportV2, importItems } from './exchange-items.ts';

const ada: Speaker = { kind: 'user', name: 'ada', source: 'cli' };

type Row = Readonly<Record<string, unknown>>;

/** Rows in the files of V2's layout. */
function place(rows: readonly Row[]): Map<string, string> {
  const files = new Map<string, string>();
  for (const row of rows) {
    const createdAtMs = new Date(row.createdAt as string | number).getTime();
    const layer = String(row.layer).toLowerCase() as Parameters<typeof v2FileOf>[0]['layer'];
    const file = v2FileOf({ layer, createdAtMs });
    files.set(file, `${files.get(file) ?? ''}${JSON.stringify(row)}\r\n`);
  }
  return files;
}

async function* stream(text: string): AsyncIterable<string> {
  yield text;
}

describe('a folder of Memory V2', () => {
  it('comes out as it went in: no row, no field and no value differs', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(v2Row, {
          minLength: 100,
          maxLength: 100,
          size: 'max',
          comparator: (one, other) =>
            String(one.id).toLowerCase() === String(other.id).toLowerCase() ||
            one.fingerprint === other.fingerprint,
        }),
        fc.boolean(),
        async (rows, vouched) => {
          const store = plainStore();
          const take = () =>
            importItems(
              {
                files: [...place(rows)].map(([name, text]) => ({
                  name,
                  layer: v2LayerOf(name),
                  lines: stream(text),
                })),
                vouched,
                speaker: ada,
              },
              { store, clock: fixedClock(9_000), tokens: { count: async () => 1 } },
            );
          expect(await take()).toMatchObject({ added: 100, faultCount: 0 });
          expect(await take()).toMatchObject({ added: 0, known: 100, replaced: 0, faultCount: 0 });
          const expected = [...place(rows)].flatMap(([file, text]) =>
            text.split('\r\n').flatMap((line) => (line === '' ? [] : [`${file} ${line}`])),
          );
          const found = [...exportV2(store)].map(({ file, line }) => `${file} ${line.trimEnd()}`);
          expect(found.toSorted()).toEqual(expected.toSorted());
        },
      ),
      // A hundred rows are not shrunk: that takes an hour.
      { numRuns: times(100, 2), endOnFailure: true },
    );
  });

  it('names the file of a line that cannot be read, and the layer where the line does not', async () => {
    const store = plainStore();
    const files = [
      { name: 'semantic.jsonl', layer: v2LayerOf('semantic.jsonl'), lines: stream('{"content": "x"}\n{') },
      {
        name: 'procedural.jsonl',
        layer: v2LayerOf('procedural.jsonl'),
        lines: stream('{"content": "y"}\n[]'),
      },
    ];
    const dependencies = { store, clock: fixedClock(9_000), tokens: { count: async () => 1 } };
    const report = await importItems({ files, vouched: true, speaker: ada }, dependencies);
    expect(report.faults).toMatchObject([
      { file: 'procedural.jsonl', line: 2 },
      { file: 'semantic.jsonl', line: 2 },
    ]);
    const layers = store
      .read((reader) => reader.items({}))
      .map(({ content, layer }) => `${content} ${layer}`);
    expect(layers.toSorted()).toEqual(['x semantic', 'y procedural']);
  });
});
