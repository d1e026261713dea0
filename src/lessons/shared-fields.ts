import { isObject } from './form.ts';
import type { Fields } from './item-from-fields.ts';

/**
 * What others need of a memory, in the order in which it is read in a review. Left out: who said it in which session, how far it is
 * believed here, how often it was shown, whether it was put away, and in which scope it holds: whoever takes it in decides that anew.
 */
const sharedFields = [
  ...['id', 'layer', 'type', 'title', 'content', 'tags', 'references', 'anchors', 'body', 'relatedItems'],
  ...['createdAt', 'updatedAt', 'ttlDays', 'validFrom', 'learnedAt', 'format'],
] as const;

/** Links without which the line would say something else. */
const sharedRelations: readonly unknown[] = ['depends_on', 'supersedes'];

/** Of a line, what is shared; whatever else somebody wrote into it is not taken. */
export function sharedFieldsOf(fields: Fields): Fields {
  const told = sharedFields
    .map((name) => [name, fields[name]] as const)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, sharedPartOf(name, value)] as const);
  return Object.fromEntries(told);
}

function sharedPartOf(name: string, value: unknown): unknown {
  if (name === 'relatedItems' && Array.isArray(value))
    return value.filter((link) => !isObject(link) || sharedRelations.includes(link.relation));
  // What tools showed in a session is evidence of that session, which nobody else can look at.
  if (name !== 'body' || !isObject(value) || value.kind !== 'variant') return value;
  const { seen: _, doubt: __, ...kept } = value;
  return kept;
}
