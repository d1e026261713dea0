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
