import { quoteText } from '../../cards/quote-text.ts';
import type { RecalledPlace } from '../../model/answers/recollection.ts';
import type { LocatedPlaces } from '../../model/located-places.ts';
import type { RedactedText } from '../../model/redacted-text.ts';
import { packUnits } from '../../packing/pack-units.ts';
import { renderPlace } from '../../packing/render-place.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import type { RecallDependencies } from './recall-dependencies.ts';
import type { RecallMemoriesRequest } from './recall-request.ts';

interface OfferRequest {
  readonly request: RecallMemoriesRequest;
  /** A memory is shown. */
  readonly isAnswered: boolean;
  /** Tokens that memories and commits leave. */
  readonly roomTokens: number;
}

const mostPlaces = 3;
const mostFunctions = 4;
/** Likelier wrong than three to one is no place to send somebody to. */
const leastConfidence = 0.25;
const longestName = 160;
/** Longer texts say no more of the place. */
const longestQuery = 20_000;

/**
 * Where to look in the code, for whoever asks in words what no memory answers. Only then: `locate` takes longer than all of a recall,
 * and an answer is worth more than a place. Nothing is indexed for it, and where the code is not likely about it, nothing is said.
 */
export async function offerPlaces(
  { request: { moment, query = '', failure, asOf }, isAnswered, roomTokens }: OfferRequest,
  { locatePlacesOf, ancestry }: Pick<RecallDependencies, 'locatePlacesOf' | 'ancestry'>,
): Promise<readonly RecalledPlace[]> {
  if (moment !== 'asked' || isAnswered || failure !== undefined || query.trim() === '') return [];
  if (locatePlacesOf === undefined || roomTokens <= 0) return [];
  const target = asOf ?? (await ancestry.head());
  if (target === undefined) return [];
  const located = await locatePlacesOf(query.slice(0, longestQuery), target);
  if (located === undefined) return [];
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
