import { afterAll, expect, it } from 'vitest';
import type { ItemId } from '../../../model/brands.ts';
import { globalScope, scopeOf } from '../../../model/provenance.ts';
import { conditionOf, facets } from './item-filter.ts';
import { connectInMemory } from './memory-connection.ts';
import type { Condition } from './sealed-table.ts';

const { database } = connectInMemory();
afterAll(() => database.close());

function planOf(sql: string, parameters: Condition['parameters'] = []): string {
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters);
  return plan.map(({ detail }) => String(detail)).join();
}

it('reads memories of one kind without a look at all that is active', () => {
  const scopes = [globalScope, scopeOf('repo', 'a'), scopeOf('repo', 'b')];
  const { sql, parameters } = conditionOf({
    scopes,
    kinds: ['experience'],
    statuses: ['active'],
    quarantined: false,
  });
  const list = planOf(`SELECT ordinal FROM items WHERE ${sql} ORDER BY ordinal DESC LIMIT 9`, parameters);
  expect(list).toContain('items_by_kind (scope=? AND kind=?');
});

it('a filter of a list is answered from an index alone', () => {
  const { sql, parameters } = conditionOf({
    ...{ statuses: ['active'], mayReplace: false, quarantined: true, doubt: 'none', trusts: ['agent'] },
    ...{
      sources: ['mcp'],
      bodies: ['none'],
      changedSinceMs: 1,
      except: ['a' as ItemId],
      kinds: ['lesson'],
    },
  });
  const list = planOf(`SELECT ordinal FROM items WHERE ${sql} ORDER BY +ordinal DESC`, parameters);
  expect(list).toContain('COVERING INDEX items_by_facet');
  expect(planOf(`SELECT ${facets.body}, count(*) FROM items GROUP BY 1`)).toContain('items_by_facet');
});

it('counts findings without a look at other memories', () => {
  const { sql, parameters } = conditionOf({ scopes: [scopeOf('repo', 'a')], bodyKind: 'finding' });
  expect(planOf(`SELECT count(*) FROM items WHERE ${sql}`, parameters)).toContain(
    'items_of_findings (scope=?',
  );
});
