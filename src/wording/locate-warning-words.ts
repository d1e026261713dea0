import type { LocateWarning } from '../model/answers/file-location.ts';

/** Warnings about an answer of `locate`, as sentences. */
export const locateWarningWords: Readonly<Record<LocateWarning, string>> = {
  sparse_history: 'The history is too short to learn from: take the order with care.',
  code_unread:
    'The code is still being read: only files that are read were compared. Ask again for all of them.',
  parser_failed:
    'The thread that reads code could not be started: names were found by patterns. Run "afterwit doctor".',
  weak_match: 'Nothing matches well: the text may be about something else, or too short.',
};
