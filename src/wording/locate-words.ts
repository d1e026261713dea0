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

interface ConfidenceLevel {
  readonly from: number;
  readonly words: string;
}

const unlikely: ConfidenceLevel = { from: 0, words: 'a long shot' };
const levels: readonly ConfidenceLevel[] = [
  { from: 0.8, words: 'very likely' },
  { from: 0.6, words: 'likely' },
  { from: 0.4, words: 'about even' },
  { from: 0.25, words: 'perhaps' },
  unlikely,
];

/** A probability in words: `very likely` for 0.86. */
export function confidenceWords(confidence: number): string {
  return (levels.find(({ from }) => confidence >= from) ?? unlikely).words;
}
