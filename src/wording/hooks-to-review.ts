import { countOf } from './format-number.ts';

/** Describes the task of a person about hooks that Codex skips. */
export function describeHooksToReview(count: number): string {
  return `${countOf(count, 'hook')} ${count === 1 ? 'waits' : 'wait'} for your review: open Codex and say /hooks`;
}
