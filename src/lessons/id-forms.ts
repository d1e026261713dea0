import type { ItemId } from '../model/brands.ts';
import { form } from './form.ts';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const scopePattern = /^(?:global|(?:repo|workspace|skill|user|team):\S.{0,199})$/;
const hexadecimal = /^[0-9a-f]{4,64}$/;

export const uuid = form(
  'the id of a memory',
  (value) => typeof value === 'string' && uuidPattern.test(value),
);
export const scope = form(
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
