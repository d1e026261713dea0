import type { ItemId } from '../model/brands.ts';
import { outcomeKinds } from '../model/decision.ts';
import { failureEntityKinds } from '../model/failure.ts';
import { findingWays } from '../model/finding.ts';
import { taskOutcomes } from '../model/item-body.ts';
import { archiveReasons, itemLayers, itemRelations, itemStatuses, itemTypes } from '../model/memory-item.ts';
import { globalScope, trustLevels } from '../model/provenance.ts';
import { isFields } from '../text/json/fields.ts';
import {
  count,
  type Form,
  filledText,
  flag,
  form,
  integer,
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

const failure = shapeOf(
  {
    errorLines: listOf(text),
    excerpt: text,
    exceptionTypes: listOf(text),
    entities: listOf(shapeOf({ kind: oneOf(failureEntityKinds), value: text })),
  },
  {
    command: shapeOf({ program: text, family: text }, { subcommand: text }),
    family: shapeOf({ name: text, confidence: share }, { rootCause: text }),
    frames: listOf(shapeOf({ path: text }, { function: text })),
    file: text,
    environment: listOf(text),
    guessed: flag,
  },
);

const changed = listOf(shapeOf({ path: filledText }, { name: text }));

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
    changed,
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
    steps: count,
    session: text,
  },
);

const pattern = shapeOf({ symptom: text }, { family: text, rootCause: text, preventionRule: text });

const preference = shapeOf({ stance: oneOf(['prefer', 'avoid']), strategy: filledText });

const version = shapeOf({ fingerprint: filledText }, { seen: text });

const experience = shapeOf({
  ...{ session: text, line: count, changed, outcome: oneOf(taskOutcomes) },
  ...{ commits: listOf(text), passed: listOf(text), triedInVain: listOf(text), terms: listOf(text) },
});

const finding = shapeOf(
  {
    tool: filledText,
    rule: filledText,
    sites: listOf(
      shapeOf(
        { id: filledText, way: oneOf(findingWays), path: filledText, form: text, mark: text, atMs: integer },
        { about: text, removed: listOf(text), added: listOf(text), reason: text, command: text },
      ),
    ),
  },
  { isOpen: flag },
);

const bodies: Readonly<Record<string, Form>> = {
  ...{ pattern, variant, episode, experience, finding, preference, version },
  hard_rule: shapeOf({}, { command: text }),
};

/**
 * Required form of a body, by its kind. For a body of a later version, only the fields that this version reads are
 * checked.
 */
const body: Form = {
  expected: 'the body of a memory',
  misfit(value, place) {
    if (!isFields(value) || typeof value.kind !== 'string')
      return { place, expected: 'an object with a kind' };
    const known = Object.hasOwn(bodies, value.kind) ? bodies[value.kind] : undefined;
    return (known ?? shapeOf({}, { failure })).misfit(value, place);
  },
};

const anchor = shapeOf(
  { path: filledText, blobId: filledText },
  {
    symbol: shapeOf({ name: text, firstLine: text, lineCount: count, digest: filledText }),
    removed: listOf(text),
  },
);

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
const link = shapeOf({ id: filledText, relation: oneOf(itemRelations) });

/** A field of a line, for each way to write a memory down: as we do, as Memory V2 does, and in a shared file. */
interface LineField {
  /** After lowering capitals. */
  readonly form: Form;
  /** Default of a line that names no value. */
  readonly unsaid?: unknown;
  /** Every line of Memory V2 has it. */
  readonly isV2?: true;
  /** Programs spell it differently. Texts are not among these: they are kept once, where `forget` finds them. */
  readonly isSpelled?: true;
  /** For a time: its name in a memory, where it is in milliseconds. */
  readonly inItem?:
    | 'createdAtMs'
    | 'updatedAtMs'
    | 'lastAccessedAtMs'
    | 'vouchedAtMs'
    | 'validFromMs'
    | 'validToMs';
  /** The time lies in the past. */
  readonly isPast?: true;
  /** A memory does not have it. */
  readonly isOfLine?: true;
}

const [isV2, isSpelled, isPast, isOfLine] = [true, true, true, true] as const;

/** Fields of Memory V2 and V3, then ours, in the order of a line. Every one but the content may be left out. */
export const lineFields: Readonly<Record<string, LineField>> = {
  id: { form: filledText, isV2, isSpelled },
  scope: { form: scope, unsaid: globalScope },
  layer: { form: oneOf(itemLayers), isV2, isSpelled },
  type: { form: oneOf(itemTypes), isV2, isSpelled },
  title: { form: text, isV2 },
  content: { form: filledText, isV2 },
  tags: { form: listOf(text), isV2, unsaid: [] },
  source: { form: text, isV2, unsaid: 'import' },
  confidence: { form: share, isV2, unsaid: 0.5 },
  salience: { form: share, isV2, unsaid: 0.5 },
  ttlDays: { form: days, isV2, isSpelled },
  createdAt: { form: time, isV2, isSpelled, inItem: 'createdAtMs', isPast },
  updatedAt: { form: time, isV2, isSpelled, inItem: 'updatedAtMs', isPast },
  lastAccessedAt: { form: time, isV2, isSpelled, inItem: 'lastAccessedAtMs', isPast },
  accessCount: { form: count, unsaid: 0 },
  references: { form: listOf(text), isV2, unsaid: [] },
  fingerprint: { form: filledText, isV2, isSpelled },
  status: { form: oneOf(itemStatuses), isSpelled, unsaid: 'active' },
  supersededById: { form: filledText, isSpelled },
  archivedFor: { form: oneOf(archiveReasons) },
  keptApart: { form: flag },
  relatedItems: { form: listOf(link), isSpelled, unsaid: [] },
  origin: { form: text, unsaid: 'import' },
  principal: { form: text, unsaid: 'import' },
  trust: { form: oneOf(trustLevels), unsaid: 'untrusted' },
  vouchedAt: { form: time, isSpelled, inItem: 'vouchedAtMs', isPast },
  quarantined: { form: flag, unsaid: false },
  anchors: { form: listOf(anchor), unsaid: [] },
  learnedAt: { form: filledText },
  validFrom: { form: time, isSpelled, inItem: 'validFromMs' },
  validTo: { form: time, isSpelled, inItem: 'validToMs' },
  body: { form: body },
  extra: { form: object, unsaid: {} },
  outcomes: { form: listOf(outcome), isOfLine },
  repositoryName: { form: text, isOfLine },
  format: { form: integer, isOfLine },
};

const forms = Object.fromEntries(Object.entries(lineFields).map(([name, field]) => [name, field.form]));
const { content = text, ...others } = forms;

/** A line; every field but the content has a default. */
export const lineForm = shapeOf({ content }, others);

/** Times of a memory: milliseconds in it, ISO 8601 in a line. */
export const lineTimes = Object.entries(lineFields).flatMap(([inLine, { inItem, isPast: isOver = false }]) =>
  inItem === undefined ? [] : [{ inItem, inLine, isPast: isOver }],
);

/** Where it stands in `extra` how another program wrote the line. It is no part of a line. */
export const writingField = '$asWritten';
