import fc from 'fast-check';
import { itemLayers, itemRelations, itemTypes } from '../../src/model/memory-item.ts';

/** Ids as other programs make them: prefixed, numbered, ULIDs, UUIDs in capitals. */
const id = fc.oneof(
  fc.nat({ max: 1e9 }).map((number) => `mem_${number}`),
  fc.ulid(),
  fc.uuid(),
  fc.uuid().map((uuid) => uuid.toUpperCase()),
);

const moment = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
  .chain((date) =>
    fc.constantFrom<string | number>(
      date.toISOString(),
      date.toISOString().replace(/\.\d+Z$/, 'Z'),
      date.toISOString().replace('Z', '+00:00'),
      date.toISOString().replace('Z', '456+00:00'),
      date.getTime(),
    ),
  );

const words = fc
  .array(
    fc.constantFrom('dates', 'are', 'kept', 'in', 'UTC', 'tests', 'run', 'é', '日', '"', '\\', '\n', '.'),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((parts) => `x ${parts.join(' ')}`);

const share = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);

/** A row of Memory V2 (or V3, some of whose fields it may have), with nulls, and fields of its own. */
export const v2Row: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc.record(
  {
    id,
    layer: fc.constantFrom(...itemLayers, ...itemLayers.map((layer) => layer.toUpperCase())),
    type: fc.constantFrom(...itemTypes, ...itemTypes.map((type) => type.toUpperCase())),
    title: words,
    content: words,
    tags: fc.array(words, { maxLength: 3 }),
    source: fc.constantFrom('turn', 'user', 'tool', 'import'),
    confidence: share,
    salience: share,
    ttlDays: fc.option(fc.integer({ min: 1, max: 400 })),
    createdAt: moment,
    updatedAt: moment,
    lastAccessedAt: fc.option(moment),
    references: fc.array(words, { maxLength: 3 }),
    fingerprint: fc.oneof(
      fc.uuid().map((uuid) => uuid.replaceAll('-', '')),
      id,
    ),
    scope: fc.constantFrom('global', 'skill:build', 'workspace:kettle'),
    status: fc.constantFrom('active', 'superseded', 'archived'),
    supersededById: fc.option(id),
    accessCount: fc.nat({ max: 1_000 }),
    relatedItems: fc.array(
      fc.record({
        id,
        relation: fc.constantFrom(
          ...itemRelations,
          ...itemRelations.map((relation) => relation.toUpperCase()),
        ),
      }),
      { maxLength: 3 },
    ),
    project: fc.constantFrom('kettle', null, 7),
    metadata: fc.record({ turn: fc.nat(), session: id }),
  },
  {
    requiredKeys: [
      ...(['id', 'layer', 'type', 'title', 'content', 'tags', 'source', 'confidence', 'salience'] as const),
      ...(['createdAt', 'updatedAt', 'references', 'fingerprint'] as const),
    ],
    noNullPrototype: true,
  },
);
