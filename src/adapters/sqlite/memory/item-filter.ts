import type { ItemFilter } from '../../../ports/memory-store.ts';
import { allOf, type Condition, encodeText, oneOf, textPrefix } from './sealed-table.ts';

/** Reads a field within the JSON of a row; null in a damaged one. */
const within = (path: string) => `CASE WHEN json_valid(rest) THEN json_extract(rest, '$.${path}') END`;

/** Parts of a row in the index `items_by_facet` beside its columns, in the words that it was made with. */
export const facets = {
  /** A text that a memory tells cannot look like this: its quotation marks are escaped. */
  mayReplace: `instr(rest, '"relation":"may_supersede"') > 0`,
  doubt: `coalesce(${within('body.doubt.kind')}, 'none')`,
  trust: within('trust'),
  source: within('source'),
  body: `coalesce(${within('body.kind')}, 'none')`,
} as const;

/** The condition of the index `items_with_anchors`. A text that a memory tells cannot look like this. */
const anchored = `instr(rest, '"anchors":[{') > 0`;

/** A filter as a condition on rows of `items`. */
export function conditionOf(filter: Omit<ItemFilter, 'limit'>): Condition {
  const { scopes, kinds, layers, types, statuses, quarantined, bodyKind, origin } = filter;
  const { mayReplace, doubt, trusts, sources, bodies, text, changedSinceMs, except, only, session } = filter;
  // With a sign, so that the index of scopes and kinds is taken, and not that of facets, which lists all that is active.
  const ofFacets = mayReplace !== undefined || (doubt ?? trusts ?? sources ?? bodies) !== undefined;
  const status = scopes && kinds && !ofFacets ? '+status' : 'status';
  return allOf([
    oneOf('scope', scopes?.map(encodeText)),
    oneOf('kind', kinds),
    oneOf('layer', layers),
    oneOf('type', types),
    oneOf(status, statuses),
    quarantined === undefined ? undefined : { sql: 'quarantined = ?', parameters: [quarantined ? 1 : 0] },
    ofBody(bodyKind),
    ofOrigin(origin),
    mayReplace === undefined
      ? undefined
      : { sql: `(${facets.mayReplace}) = ?`, parameters: [mayReplace ? 1 : 0] },
    oneOf(facets.doubt, doubt && [doubt]),
    oneOf(facets.trust, trusts),
    oneOf(facets.source, sources),
    oneOf(facets.body, bodies),
    changedSinceMs === undefined ? undefined : { sql: 'updated_at_ms >= ?', parameters: [changedSinceMs] },
    exceptThese(except),
    only && { sql: 'id IN (SELECT value FROM json_each(?))', parameters: [JSON.stringify(only)] },
    filter.anchored && { sql: anchored, parameters: [] },
    session === undefined
      ? undefined
      : {
          sql: "kind = 'episode' AND instr(rest, ?) > 0",
          parameters: [`"session":${JSON.stringify(session)}`],
        },
    holding(text),
  ]);
}

/** A condition on columns of the index, so that no row is looked into for it. */
function exceptThese(ids: ItemFilter['except'] = []): Condition | undefined {
  if (ids.length === 0) return undefined;
  const places = ids.map(() => '?').join();
  return {
    sql: `ordinal NOT IN (SELECT ordinal FROM items WHERE id IN (${places}))`,
    parameters: ids.map(encodeText),
  };
}

function holding(text: string | undefined): Condition | undefined {
  if (text === undefined || text === '') return undefined;
  const like = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const id = textPrefix('id', text.toLowerCase());
  return {
    sql: `(${within('title')} LIKE ? ESCAPE '\\' OR ${within('content')} LIKE ? ESCAPE '\\' OR ${id.sql})`,
    parameters: [like, like, ...id.parameters],
  };
}

function ofOrigin(origin: string | undefined): Condition | undefined {
  if (origin === undefined) return undefined;
  const sessions = textPrefix('origin', `${origin}/`);
  return {
    sql: `(origin = ? OR ${sessions.sql})`,
    parameters: [encodeText(origin), ...sessions.parameters],
  };
}

/** Searches for the kind's text first, which is faster than parsing every row; `items_of_findings` has its condition. */
function ofBody(kind: ItemFilter['bodyKind']): Condition | undefined {
  return (
    kind && {
      sql: `instr(rest, '"kind":"${kind}"') > 0 AND CASE WHEN json_valid(rest) THEN json_extract(rest, '$.body.kind') = '${kind}' ELSE false END`,
      parameters: [],
    }
  );
}
