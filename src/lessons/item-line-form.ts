import { outcomeKinds } from '../model/decision.ts';
import { archiveReasons, itemLayers, itemRelations, itemStatuses, itemTypes } from '../model/memory-item.ts';
import { trustLevels } from '../model/provenance.ts';
import { anchorForm, bodyForm } from './body-form.ts';
import {
  count,
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
import { scope } from './id-forms.ts';

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
