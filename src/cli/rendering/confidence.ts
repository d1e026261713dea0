import { type Span, type Style, span } from '../terminal/line.ts';
import { formatShare } from './format-number.ts';

interface ConfidenceLevel {
  readonly from: number;
  readonly words: string;
  readonly style: Style;
}

const unlikely: ConfidenceLevel = { from: 0, words: 'a long shot', style: 'dim' };
const levels: readonly ConfidenceLevel[] = [
  { from: 0.8, words: 'very likely', style: 'green' },
  { from: 0.6, words: 'likely', style: 'green' },
  { from: 0.4, words: 'about even', style: 'cyan' },
  { from: 0.25, words: 'perhaps', style: 'cyan' },
  unlikely,
];

/** Probability that a commit helps, as a percentage and in words: `86% very likely`. */
export function confidenceSpan(confidence: number): Span {
  return span(`${formatShare(confidence)} ${confidenceWords(confidence)}`, confidenceStyle(confidence));
}

export function confidenceWords(confidence: number): string {
  return levelOf(confidence).words;
}

export function confidenceStyle(confidence: number): Style {
  return levelOf(confidence).style;
}

function levelOf(confidence: number): ConfidenceLevel {
  return levels.find(({ from }) => confidence >= from) ?? unlikely;
}
