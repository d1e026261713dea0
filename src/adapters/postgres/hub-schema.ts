import { crc32 } from 'node:zlib';

/**
 * The n-th migration leads to schema n of a hub. Append only, never edit: hubs keep checksums. Plain SQL but
 * for the roles: no extension, no LISTEN, the tenant first in every key, so that Citus, Aurora or AlloyDB
 * serve it too.
 *
 * Two roles have no login: `afterwit_member` holds the rights of every team's role, and `afterwit_search`
 * owns the one function that row-level security does not filter, since security makes a full-text index
 * unusable (`@@` is not leakproof).
 */
export const hubMigrations: readonly string[] = [
  `
DO $$ BEGIN CREATE ROLE afterwit_member NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
DO $$ BEGIN CREATE ROLE afterwit_search NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;

CREATE TABLE afterwit.team (
  tenant uuid PRIMARY KEY,
  name text NOT NULL,
  -- That of the team's last operation. Moved in the transaction that writes it, whose lock on this row makes it an order of commits.
  position bigint NOT NULL DEFAULT 0
);

-- Which role speaks for which team: a setting of a session says which one is meant, and cannot say more than stands here.
CREATE TABLE afterwit.team_role (
  tenant uuid NOT NULL REFERENCES afterwit.team ON DELETE CASCADE,
  role text NOT NULL,
  PRIMARY KEY (tenant, role)
);

CREATE TABLE afterwit.machine (
  tenant uuid NOT NULL REFERENCES afterwit.team ON DELETE CASCADE,
  machine uuid NOT NULL,
  held bigint NOT NULL DEFAULT 0,
  pulled bigint,
  noted_at timestamptz,
  PRIMARY KEY (tenant, machine)
);

CREATE TABLE afterwit.operation (
  tenant uuid NOT NULL,
  position bigint NOT NULL,
  machine uuid NOT NULL,
  seq bigint NOT NULL,
  hlc_ms bigint NOT NULL,
  hlc_count bigint NOT NULL,
  kind text NOT NULL,
  min_reader bigint NOT NULL,
  -- Empty: the whole team needs it.
  place text NOT NULL,
  item text,
  over_ids text[],
  principal text NOT NULL,
  -- JSON as it was written: jsonb would take NUL for a fault, and numbers for its own.
  body text,
  body_digest bytea NOT NULL,
  signature bytea NOT NULL,
  -- Type of the memory that a text is, or the status that is told: what is searched by.
  detail text,
  -- Of a text that nothing took the place of.
  words tsvector,
  PRIMARY KEY (tenant, machine, seq)
) PARTITION BY HASH (tenant);
DO $$ BEGIN
  FOR part IN 0..15 LOOP
    EXECUTE format('CREATE TABLE afterwit.operation_%s PARTITION OF afterwit.operation FOR VALUES WITH (MODULUS 16, REMAINDER %s)', part, part);
  END LOOP;
END $$;
CREATE UNIQUE INDEX operation_by_position ON afterwit.operation (tenant, position);
CREATE INDEX operation_by_place ON afterwit.operation (tenant, place, position);
CREATE INDEX operation_about_item ON afterwit.operation (tenant, item) WHERE kind IN ('confirm', 'status');
-- With btree_gin the index itself knows the tenant; a hub that may not have it searches among all tenants of its partition.
DO $$ BEGIN
  BEGIN
    CREATE EXTENSION IF NOT EXISTS btree_gin;
  EXCEPTION WHEN OTHERS THEN NULL;
  END;
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'btree_gin') THEN
    CREATE INDEX operation_words ON afterwit.operation USING gin (tenant, words) WHERE words IS NOT NULL;
  ELSE
    CREATE INDEX operation_words ON afterwit.operation USING gin (words) WHERE words IS NOT NULL;
  END IF;
END $$;

-- What was written is emptied or stays; no role of a team can rewrite it.
CREATE FUNCTION afterwit.only_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.body IS NOT NULL AND NEW.body IS DISTINCT FROM OLD.body OR NEW.words IS NOT NULL AND NEW.words IS DISTINCT FROM OLD.words THEN
    RAISE EXCEPTION 'an operation can be emptied only' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER only_emptied BEFORE UPDATE ON afterwit.operation FOR EACH ROW EXECUTE FUNCTION afterwit.only_emptied();

CREATE FUNCTION afterwit.tenant() RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT tenant FROM afterwit.team_role
  WHERE tenant = nullif(current_setting('afterwit.tenant', true), '')::uuid AND role = session_user::text
$$;

ALTER TABLE afterwit.team ENABLE ROW LEVEL SECURITY;
ALTER TABLE afterwit.team_role ENABLE ROW LEVEL SECURITY;
ALTER TABLE afterwit.machine ENABLE ROW LEVEL SECURITY;
ALTER TABLE afterwit.machine FORCE ROW LEVEL SECURITY;
ALTER TABLE afterwit.operation ENABLE ROW LEVEL SECURITY;
ALTER TABLE afterwit.operation FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON afterwit.team_role USING (role = session_user::text);
CREATE POLICY own ON afterwit.team TO afterwit_member USING (tenant = (SELECT afterwit.tenant()));
CREATE POLICY own ON afterwit.machine TO afterwit_member USING (tenant = (SELECT afterwit.tenant()));
CREATE POLICY own ON afterwit.operation TO afterwit_member USING (tenant = (SELECT afterwit.tenant()));
CREATE POLICY searched ON afterwit.operation FOR SELECT TO afterwit_search USING (true);

GRANT USAGE ON SCHEMA afterwit TO afterwit_member, afterwit_search;
GRANT SELECT ON afterwit.hub_schema, afterwit.team_role TO afterwit_member, afterwit_search;
GRANT SELECT, UPDATE (position) ON afterwit.team TO afterwit_member;
GRANT SELECT, INSERT, UPDATE (held, pulled, noted_at) ON afterwit.machine TO afterwit_member;
GRANT SELECT, INSERT, UPDATE (body, words) ON afterwit.operation TO afterwit_member;
GRANT SELECT ON afterwit.operation TO afterwit_search;

-- Reads the tenant itself, so that its caller cannot name another. Looks at the first thousand of what it finds and ranks those: a word
-- that stands in everything costs no more than that.
CREATE FUNCTION afterwit.search(
  asked text, wanted_places text[], wanted_types text[], wanted_members text[], wants_confirmed boolean, most int
) RETURNS json LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  own uuid := afterwit.tenant();
  question tsquery := websearch_to_tsquery('english', asked);
  answer json;
BEGIN
  WITH matched AS MATERIALIZED (
    SELECT o.machine, o.seq, o.position, o.place, o.item, o.detail, o.principal, ts_rank(o.words, question) AS rank
    FROM afterwit.operation o
    WHERE o.tenant = own AND o.words @@ question AND o.words IS NOT NULL
      AND (wanted_places IS NULL OR o.place = ANY (wanted_places))
      AND (wanted_types IS NULL OR o.detail = ANY (wanted_types))
      AND (wanted_members IS NULL OR o.principal = ANY (wanted_members))
    LIMIT 1000
  ), told AS MATERIALIZED (
    SELECT t.item, count(DISTINCT t.principal) FILTER (WHERE t.kind = 'confirm') AS confirmations,
      bool_or(t.kind = 'status' AND t.detail <> 'active') AS is_put_away
    FROM afterwit.operation t
    WHERE t.tenant = own AND t.kind IN ('confirm', 'status') AND t.item = ANY (ARRAY(SELECT m.item FROM matched m))
    GROUP BY t.item
  ), found AS MATERIALIZED (
    SELECT m.*, coalesce(t.confirmations, 0) AS confirmations
    FROM matched m LEFT JOIN told t ON t.item = m.item
    WHERE t.is_put_away IS NOT TRUE AND (wants_confirmed IS NULL OR (coalesce(t.confirmations, 0) > 0) = wants_confirmed)
  ), facet AS (
    SELECT f.name, f.value, count(*) AS hits
    FROM found, LATERAL (VALUES ('place', place), ('type', detail), ('member', principal),
      ('trust', CASE WHEN confirmations > 0 THEN 'confirmed' ELSE 'told' END)) AS f (name, value)
    WHERE f.value IS NOT NULL GROUP BY f.name, f.value
  )
  SELECT json_build_object(
    'matched', (SELECT count(*) FROM matched),
    'facets', (SELECT json_agg(facet ORDER BY hits DESC, value) FROM facet),
    'hits', (SELECT json_agg(h) FROM (
      SELECT machine, seq, confirmations, rank FROM found ORDER BY rank DESC, position DESC LIMIT most) h)
  ) INTO answer;
  RETURN answer;
END $$;
REVOKE ALL ON FUNCTION afterwit.search FROM PUBLIC;
GRANT EXECUTE ON FUNCTION afterwit.search TO afterwit_member;
GRANT afterwit_search TO CURRENT_USER;
GRANT CREATE ON SCHEMA afterwit TO afterwit_search;
ALTER FUNCTION afterwit.search OWNER TO afterwit_search;
REVOKE CREATE ON SCHEMA afterwit FROM afterwit_search;
`,
  // Words carry a mark of their team, so that a search reads no words of other teams. An index with the tenant beside the
  // words would read the list of all texts of the team at every search.
  `
CREATE FUNCTION afterwit.marked(own uuid, words tsvector) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(words::text, '(^| )''', '\\1''' || left(own::text, 4) || ':', 'g')::tsvector
$$;
CREATE FUNCTION afterwit.question(own uuid, asked text) RETURNS tsquery LANGUAGE sql STABLE AS $$
  SELECT regexp_replace(
    websearch_to_tsquery('english', asked)::text, '''((''''|[^''])*)''', '''' || left(own::text, 4) || ':\\1''', 'g'
  )::tsquery
$$;
DO $$ BEGIN
  EXECUTE replace(
    pg_get_functiondef('afterwit.search'::regproc), $from$websearch_to_tsquery('english', asked)$from$, 'afterwit.question(own, asked)'
  );
END $$;
DROP INDEX afterwit.operation_words;
DROP TRIGGER only_emptied ON afterwit.operation;
ALTER TABLE afterwit.operation NO FORCE ROW LEVEL SECURITY;
UPDATE afterwit.operation SET words = afterwit.marked(tenant, words) WHERE words IS NOT NULL;
ALTER TABLE afterwit.operation FORCE ROW LEVEL SECURITY;
CREATE TRIGGER only_emptied BEFORE UPDATE ON afterwit.operation FOR EACH ROW EXECUTE FUNCTION afterwit.only_emptied();
CREATE INDEX operation_words ON afterwit.operation USING gin (words) WHERE words IS NOT NULL;
`,
];

/** Kept in the hub to notice a different migration of the same number. */
export function checksumOf(migration: string): number {
  return crc32(migration);
}
