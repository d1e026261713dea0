import type { ItemId } from '../model/brands.ts';
import { outcomeKinds } from '../model/decision.ts';
import { archiveReasons, itemLayers, itemRelations, itemStatuses, itemTypes } from '../model/memory-item.ts';
import { trustLevels } from '../model/provenance.ts';
import {
  count,
  type Form,
  filledText,
  flag,
  form,
  integer,
  isObject,
  listOf,
  object,
  oneOf,
  shapeOf,
  share,
  text,
} from './form.ts';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const scopePattern = /^(?:global|(?:repo|workspace|skill|user|team):\S.{0,199})$/;
const hexadecimal = /^[0-9a-f]{4,64}$/;

const uuid = form('the id of a memory', (value) => typeof value === 'string' && uuidPattern.test(value));
const scope = form(
  'global, or repo:, user:, team:, workspace: or skill: with a name',
  (value) => typeof value === 'string' && scopePattern.test(value),
);

/** Whether a text is an id or a digest, which contains no secret and must stay unchanged. */
export function isExact(value: string): boolean {
  return uuidPattern.test(value) || hexadecimal.test(value);
}

/** An id for a memory that another program named; the same name always gives the same id. */
export function toItemId(name: string): ItemId {
  const lower = name.toLowerCase();
  if (uuidPattern.test(lower)) return lower as ItemId;
  // Loaded when it is needed: importing it costs 5 ms of every start.
  const { createHash } = process.getBuiltinModule('node:crypto');
  const digits = createHash('sha256').update(name).digest('hex');
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`];
  return [...parts, `8${digits.slice(17, 20)}`, digits.slice(20, 32)].join('-') as ItemId;
}

const entityKinds = [
  ...['module', 'file', 'symbol', 'environment_variable', 'config_key', 'package', 'version', 'port'],
  ...['table', 'column', 'device', 'dtype', 'shape', 'flag', 'test', 'name'],
];

const failure = shapeOf(
  {
    errorLines: listOf(text),
    excerpt: text,
    exceptionTypes: listOf(text),
    entities: listOf(shapeOf({ kind: oneOf(entityKinds), value: text })),
  },
  {
    command: shapeOf({ program: text, family: text }, { subcommand: text }),
    family: shapeOf({ name: text, confidence: share }, { rootCause: text }),
    frames: listOf(shapeOf({ path: text }, { function: text })),
    file: text,
    environment: listOf(text),
    guessed: flag,
    told: listOf(count),
    circumstanceLines: count,
  },
);

const variant = shapeOf(
  { patternId: uuid, failure },
  {
    command: text,
    symptom: text,
    context: text,
    verification: text,
    appliesWhen: listOf(text),
    notWhen: listOf(text),
    seen: text,
    changed: listOf(shapeOf({ path: filledText }, { name: text })),
    alsoSeen: listOf(text),
    doubt: shapeOf({ kind: oneOf(['merge', 'contradiction']), variantId: uuid }),
  },
);

const episode = shapeOf(
  { variantId: uuid, failure, outcome: oneOf(['verified', 'resolved', 'unresolved']) },
  {
    command: text,
    validation: shapeOf({}, { command: text, exitCode: integer }),
    attempts: listOf(text),
    session: text,
  },
);

const pattern = shapeOf({ symptom: text }, { family: text, rootCause: text, preventionRule: text });

const preference = shapeOf({ stance: oneOf(['prefer', 'avoid']), strategy: filledText });

const version = shapeOf({ fingerprint: filledText }, { seen: text });

const forms: Readonly<Record<string, Form>> = {
  ...{ pattern, variant, episode, preference, version },
  hard_rule: shapeOf({}, { command: text }),
};

/**
 * Required form of a body, by its kind. For a body of a later version, only the fields that this version reads are
 * checked.
 */
const bodyForm: Form = {
  expected: 'the body of a memory',
  misfit(value, place) {
    if (!isObject(value) || typeof value.kind !== 'string')
      return { place, expected: 'an object with a kind' };
    const known = Object.hasOwn(forms, value.kind) ? forms[value.kind] : undefined;
    return (known ?? shapeOf({}, { failure })).misfit(value, place);
  },
};

/** A place in the code. */
const anchorForm = shapeOf(
  { path: filledText, blobId: filledText },
  {
    symbol: shapeOf({ name: text, firstLine: text, lineCount: count, digest: filledText }),
    removed: listOf(text),
  },
);

/** Times of a memory: milliseconds in it, ISO 8601 in a line of an export; and whether it tells of what was. */
export const itemTimes = [
  { inItem: 'createdAtMs', inLine: 'createdAt', isPast: true },
  { inItem: 'updatedAtMs', inLine: 'updatedAt', isPast: true },
  { inItem: 'lastAccessedAtMs', inLine: 'lastAccessedAt', isPast: true },
  { inItem: 'vouchedAtMs', inLine: 'vouchedAt', isPast: true },
  { inItem: 'validFromMs', inLine: 'validFrom', isPast: false },
  { inItem: 'validToMs', inLine: 'validTo', isPast: false },
] as const;

/** Accepted spellings of a time. */
const time = form(
  'a time as ISO 8601, such as 2026-11-20T09:30:00.000Z, or in milliseconds since 1970',
  (value) => Number.isSafeInteger(typeof value === 'string' ? Date.parse(value) : value),
);
const days = form('a number of days above 0', (value) => typeof value === 'number' && value > 0);

const outcome = shapeOf(
  {
    id: filledText,
    decisionId: filledText,
    kind: oneOf(outcomeKinds),
    by: oneOf(['user', 'agent', 'tests', 'inference']),
    principal: text,
    at: time,
  },
  { session: text },
);

/** Fields of Memory V2 and V3, then ours, in the form of a line, after lowering capitals. */
export const lineFields = {
  id: filledText,
  scope,
  layer: oneOf(itemLayers),
  type: oneOf(itemTypes),
  title: text,
  content: filledText,
  tags: listOf(text),
  source: text,
  confidence: share,
  salience: share,
  ttlDays: days,
  createdAt: time,
  updatedAt: time,
  lastAccessedAt: time,
  accessCount: count,
  references: listOf(text),
  fingerprint: filledText,
  status: oneOf(itemStatuses),
  supersededById: filledText,
  archivedFor: oneOf(archiveReasons),
  keptApart: flag,
  relatedItems: listOf(shapeOf({ id: filledText, relation: oneOf(itemRelations) })),
  origin: text,
  principal: text,
  trust: oneOf(trustLevels),
  vouchedAt: time,
  quarantined: flag,
  anchors: listOf(anchorForm),
  learnedAt: filledText,
  validFrom: time,
  validTo: time,
  body: bodyForm,
  extra: object,
  outcomes: listOf(outcome),
  repositoryName: text,
  format: integer,
} as const;

const { content, ...others } = lineFields;

/** A line; every field but the content has a default. */
export const lineForm = shapeOf({ content }, others);

/** Where it stands in `extra`. It is no part of a line. */
export const writingField = '$asWritten';
