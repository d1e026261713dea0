import { confidenceWords } from '../../wording/confidence-words.ts';
import { formatShare } from '../../wording/format-number.ts';
import { type Span, type Style, span } from '../terminal/line.ts';

/** Probability that a commit helps, as a percentage and in words: `86% very likely`. */
export function confidenceSpan(confidence: number): Span {
  return span(`${formatShare(confidence)} ${confidenceWords(confidence)}`, confidenceStyle(confidence));
}

export function confidenceStyle(confidence: number): Style {
  if (confidence >= 0.6) return 'green';
  return confidence >= 0.25 ? 'cyan' : 'dim';
}
