import { expect, it } from 'vitest';
import type { ItemId } from '../../../model/brands.ts';
import { conditionOf, facets } from './item-filter.ts';
import { connectInMemory } from './memory-connection.ts';
import { memoryMigrations } from './migrations.ts';
import type { Condition } from './sealed-table.ts';

it('what a list is narrowed down by is read from an index alone', () => {
  const { database } = connectInMemory();
  const planOf = (sql: string, parameters: Condition['parameters'] = []) =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...parameters)
      .map(({ detail }) => String(detail))
      .join();
  const { sql, parameters } = conditionOf(
    {
      ...{ statuses: ['active'], mayReplace: false, quarantined: true, doubt: 'none', trusts: ['agent'] },
      ...{
        sources: ['mcp'],
        bodies: ['none'],
        changedSinceMs: 1,
        except: ['a' as ItemId],
        kinds: ['lesson'],
      },
    },
    memoryMigrations.length,
  );
  const list = planOf(`SELECT ordinal FROM items WHERE ${sql} ORDER BY +ordinal DESC`, parameters);
  expect(list).toContain('COVERING INDEX items_by_facet');
  expect(planOf(`SELECT ${facets.body}, count(*) FROM items GROUP BY 1`)).toContain('items_by_facet');
  database.close();
});
