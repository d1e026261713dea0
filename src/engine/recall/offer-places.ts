import { quoteText } from '../../cards/quote-text.ts';
import type { RecalledPlace } from '../../model/answers/recollection.ts';
import type { RedactedText } from '../../model/brands.ts';
import type { LocatedPlaces } from '../../model/evidence.ts';
import { packUnits } from '../../packing/pack-units.ts';
import { renderPlace } from '../../packing/render-place.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';

interface OfferRequest {
  /** Likeliest first; absent where nothing was located. */
  readonly located: LocatedPlaces | undefined;
  /** Tokens that memories and commits leave. */
  readonly roomTokens: number;
}

const mostPlaces = 3;
const mostFunctions = 4;
/** Likelier wrong than three to one is no place to send somebody to. */
const leastConfidence = 0.25;
const longestName = 160;

/** Files to look at, with functions of them, as far as there is room. Where the code is not likely about what was asked, nothing is said. */
export function offerPlaces({ located, roomTokens }: OfferRequest): readonly RecalledPlace[] {
  if (located === undefined || roomTokens <= 0) return [];
  const units = located.files
    .filter(({ confidence }) => confidence >= leastConfidence)
    .slice(0, mostPlaces)
    .map((file) => {
      const place = describePlace(file, located.functions);
      return { id: file.path, tokens: place.tokens, utility: file.confidence, place };
    });
  return packUnits(units, roomTokens).units.map(({ place }) => place);
}

function describePlace(
  { path, confidence }: LocatedPlaces['files'][number],
  functions: LocatedPlaces['functions'],
): RecalledPlace {
  const likely = functions
    .filter((each) => each.path === path && each.confidence >= leastConfidence)
    .slice(0, mostFunctions);
  const place = {
    path: oneLine(path),
    functions: likely.map(({ name }) => oneLine(name)),
    functionConfidences: likely.map((each) => each.confidence),
    confidence,
    trust: 'untrusted' as const,
    tokens: 0,
  };
  return { ...place, tokens: estimateTokens(renderPlace(place)) + 1 };
}

function oneLine(text: string): RedactedText {
  const line = quoteText(text).replaceAll(/\s+/g, ' ').trim();
  return (line.length > longestName ? `${line.slice(0, longestName)}…` : line) as RedactedText;
}
