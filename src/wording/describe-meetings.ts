import type { VariantView } from '../model/answers/failure-answers.ts';
import { times } from './describe-fate.ts';
import { formatDate } from './format-date.ts';
import { describePrincipal } from './memory-words.ts';

/**
 * When a failure occurred, and whose check its fix passed: `twice, last yesterday, 2026-03-31; checked by ada, today`.
 */
export function describeMeetings({ episodes }: VariantView, nowMs: number): string {
  const [latest] = episodes;
  if (latest === undefined) return 'never since';
  const checked = episodes.find(({ body }) => body?.kind === 'episode' && body.outcome === 'verified');
  const met = `${times(episodes.length)}, last ${formatDate(latest.createdAtMs, nowMs)}`;
  if (checked === undefined) return met;
  const by = describePrincipal(checked.principal);
  return `${met}; the fix passed a check by ${by}, ${formatDate(checked.createdAtMs, nowMs)}`;
}
