import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { placeOldSchema } from '../../tests/contract/memory-store/old-schema.ts';
import { killStarting } from './count-losses.ts';
import type { SecurityPart } from './security-part.ts';

/** Missing folders and memories of the first version, opened by 8 servers that may be killed as they start. */
export const racesPart: SecurityPart = {
  promise: 'first start and migration raced by 8 servers, killed on the way: one memory, no half state',
  most: 200,
  step: 40,
  async run(request) {
    const count = Math.ceil(request.count / 2);
    const at = (name: string) => {
      const folder = join(request.folder, name);
      mkdirSync(folder);
      return { ...request, folder, count };
    };
    const start = await killStarting(at('start'), 'first start raced by 8 servers, killed at any time');
    const migration = await killStarting(
      at('migration'),
      'memory of the first version raced by 8 servers, killed at any time',
      (home) => {
        mkdirSync(home, { recursive: true });
        placeOldSchema(join(home, 'memory.db'), ['a', 'b']);
      },
    );
    return {
      figures: {
        race_acknowledged: (start.figures.acknowledged ?? 0) + (migration.figures.acknowledged ?? 0),
        race_kills: (start.figures.kills ?? 0) + (migration.figures.kills ?? 0),
        half_states: [start, migration]
          .flatMap(({ findings }) => findings)
          .reduce((sum, { broken }) => sum + broken, 0),
      },
      findings: [...start.findings, ...migration.findings],
      failures: [...start.failures, ...migration.failures],
    };
  },
};
