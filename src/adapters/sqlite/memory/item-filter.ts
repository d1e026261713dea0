import type { SQLInputValue } from 'node:sqlite';
import type { ItemFilter } from '../../../ports/memory-store.ts';
import { encodeText } from '../text-value.ts';
import { kindSchema } from './migrations.ts';
import { type Condition, textPrefix } from './text-prefix.ts';

function oneOf(column: string, values: readonly string[] | undefined): Condition | undefined {
  return (
    values && {
      sql: `${column} IN (${values.map(() => '?').join()})`,
      parameters: values.map(encodeText),
    }
  );
}

function ofOrigin(origin: string | undefined): Condition | undefined {
  if (origin === undefined) return undefined;
  const sessions = textPrefix('origin', `${origin}/`);
  return {
    sql: `(origin = ? OR ${sessions.sql})`,
    parameters: [encodeText(origin), ...sessions.parameters],
  };
}

/** Condition for a body kind. Searches for the kind's text first, which is faster than parsing every row. */
function ofBody(kind: ItemFilter['bodyKind']): Condition | undefined {
  return (
    kind && {
      sql: `CASE WHEN instr(rest, ?) > 0 AND json_valid(rest) THEN json_extract(rest, '$.body.kind') = ? ELSE false END`,
      parameters: [`"kind":"${kind}"`, kind],
    }
  );
}

/** Expression for the kind of an item in an older schema without a column for it. */
const kindInBody = `CASE WHEN json_valid(rest) AND json_extract(rest, '$.body.kind') IN ('variant', 'pattern', 'episode')
  THEN json_extract(rest, '$.body.kind') ELSE 'lesson' END`;

/** A filter as a condition on rows of `items`. */
export function conditionOf(filter: Omit<ItemFilter, 'limit'>, schema: number): Condition {
  const { scopes, kinds, layers, types, statuses, quarantined, bodyKind, origin } = filter;
  const conditions = [
    oneOf('scope', scopes),
    oneOf(schema < kindSchema ? kindInBody : 'kind', kinds),
    oneOf('layer', layers),
    oneOf('type', types),
    oneOf('status', statuses),
    quarantined === undefined ? undefined : { sql: 'quarantined = ?', parameters: [quarantined ? 1 : 0] },
    ofBody(bodyKind),
    ofOrigin(origin),
  ].filter((condition) => condition !== undefined);
  return {
    sql: conditions.map(({ sql }) => sql).join(' AND ') || 'true',
    parameters: conditions.flatMap<SQLInputValue>(({ parameters }) => parameters),
  };
}
