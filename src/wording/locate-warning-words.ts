import type { LocateWarning } from '../model/answers/file-location.ts';

/** Warnings about an answer of `locate`, as sentences. */
export const locateWarningWords: Readonly<Record<LocateWarning, string>> = {
  sparse_history: 'The history is too short to learn from: take the order with care.',
  weak_match: 'Nothing matches well: the text may be about something else, or too short.',
};
