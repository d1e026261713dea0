import type { FailureDetails } from '../../model/answers/failure-answers.ts';
import type { RedactedText } from '../../model/brands.ts';
import type { FailureProfile } from '../../model/failure.ts';
import {
  type ChangedPlace,
  type EpisodeBody,
  failureOf,
  type PatternBody,
  placeSeparator,
  type VariantBody,
} from '../../model/item-body.ts';
import type { Anchor, MemoryItem } from '../../model/memory-item.ts';
import { isTrustedAs } from '../../model/provenance.ts';
import { redact } from '../../redaction/redact.ts';
import { errorSimilarity } from '../matching/failure-words.ts';

const longestCommand = 8_000;

/** A failure and its fix, as a speaker tells of them; texts may hold secrets. */
interface ToldFailure {
  readonly fix: string;
  readonly failure: FailureProfile;
  /** Command line that failed. */
  readonly command?: string | undefined;
  readonly details: FailureDetails;
  readonly session?: string | undefined;
}

/** The three bodies of a known failure, not linked yet, each with the key by which it equals an earlier recorded one. */
interface DraftedFailure {
  readonly pattern: PatternBody;
  readonly patternIdentity: readonly string[];
  readonly variant: Omit<VariantBody, 'patternId'>;
  readonly episode: Omit<EpisodeBody, 'variantId'>;
}

/** Pattern, variant and episode of a report, without secrets. */
export function draftFailure({ fix, failure, command, details, session }: ToldFailure): DraftedFailure {
  const family = details.family ?? failure.family?.name;
  const rootCause = details.rootCause ?? failure.family?.rootCause;
  const symptom = redact((details.symptom ?? failure.errorLines[0] ?? fix).trim());
  // Cut afterwards: half a secret is not known as one.
  const line = redactedText(command)?.slice(0, longestCommand) as RedactedText | undefined;
  const shared = { failure, ...optional('command', line) };
  return {
    pattern: {
      kind: 'pattern',
      ...optional('family', redactedText(family)),
      ...optional('rootCause', redactedText(rootCause)),
      symptom,
      ...optional('preventionRule', redactedText(details.preventionRule)),
    },
    patternIdentity: patternIdentity({ family, rootCause, symptom }),
    variant: {
      kind: 'variant',
      ...shared,
      ...optional('symptom', redactedText(details.symptom)),
      ...optional('context', redactedText(details.context)),
      ...optional('verification', redactedText(details.verification)),
      ...optional('appliesWhen', redactedTexts(details.appliesWhen)),
      ...optional('notWhen', redactedTexts(details.notWhen)),
      ...optional('changed', changedPlaces(details.changed)),
    },
    episode: {
      kind: 'episode',
      ...shared,
      ...(details.validation === undefined ? {} : { validation: validationOf(details.validation) }),
      outcome: details.outcome ?? (details.validation?.exitCode === 0 ? 'verified' : 'resolved'),
      ...optional('attempts', redactedTexts(details.attempts)),
      ...optional('session', session),
    },
  };
}

/** Identity of a pattern within its scope. */
export function patternIdentity({
  family = '',
  rootCause = '',
  symptom,
}: {
  readonly family?: string | undefined;
  readonly rootCause?: string | undefined;
  readonly symptom: string;
}): readonly string[] {
  return ['pattern', family, rootCause, symptom.toLowerCase()];
}

function validationOf({ command, exitCode }: NonNullable<FailureDetails['validation']>) {
  return { ...optional('command', redactedText(command)), ...optional('exitCode', exitCode) };
}

function redactedText(text: string | undefined): RedactedText | undefined {
  const told = text?.trim();
  return told ? redact(told) : undefined;
}

function redactedTexts(texts: readonly string[] = []): readonly RedactedText[] | undefined {
  const told = texts.flatMap((text) => redactedText(text) ?? []);
  return told.length === 0 ? undefined : told;
}

/** A sweeping change is about none of its places in particular. */
const mostPlaces = 400;

function changedPlaces(told: readonly string[] = []): readonly ChangedPlace[] | undefined {
  const places = told.slice(0, mostPlaces).flatMap((place): ChangedPlace[] => {
    const [file, ...rest] = place.trim().split(placeSeparator);
    const path = redactedText(file);
    const name = redactedText(rest.join(placeSeparator));
    return path === undefined ? [] : [{ path, ...optional('name', name) }];
  });
  return places.length === 0 ? undefined : places;
}

function optional<K extends string, T>(name: K, value: T | undefined): { readonly [Name in K]?: T } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [Name in K]?: T };
}

const mostLines = 12;
/** Lines with a lower similarity to the known ones are added as search lines of their own. */
const readsAlike = 0.8;

/**
 * The variant extended by those error lines of another episode that differ from all it has; unchanged when there are
 * none.
 */
export function noteEvidence(variant: VariantBody, { errorLines }: FailureProfile): VariantBody {
  const { alsoSeen = [], failure } = variant;
  const known = [...failure.errorLines, ...alsoSeen];
  const fresh = errorLines.filter((line) => {
    const isKnown = known.some((other) => other === line || errorSimilarity([line], [other]) >= readsAlike);
    if (!isKnown) known.push(line);
    return !isKnown;
  });
  return fresh.length === 0 ? variant : { ...variant, alsoSeen: [...alsoSeen, ...fresh].slice(-mostLines) };
}

/** Episodes of a variant: those that are being forgotten, and those that are left, newest first. */
interface Episodes {
  readonly forgotten: readonly MemoryItem[];
  readonly left: readonly MemoryItem[];
}

/**
 * A variant without everything that only forgotten episodes contributed: search lines, anchors, tags, and the trust of
 * their speakers. Contributions that a remaining episode shares stay.
 */
export function forgetEvidence(variant: MemoryItem, episodes: Episodes): MemoryItem {
  const { forgotten, left } = episodes;
  if (variant.body?.kind !== 'variant' || forgotten.length === 0) return variant;
  const isLeft = <T>(of: (item: MemoryItem) => readonly T[], value: T): boolean =>
    !forgotten.some((item) => of(item).includes(value)) || left.some((item) => of(item).includes(value));
  const { learnedAt, ...others } = variant;
  const commit = learnedCommit(variant, episodes);
  return {
    ...withoutLentTrust(others, episodes),
    tags: variant.tags.filter((tag) => isLeft(({ tags }) => tags, tag)),
    references: variant.references.filter((reference) => isLeft(({ references }) => references, reference)),
    anchors: remainingAnchors(variant, episodes),
    ...(commit === undefined ? {} : { learnedAt: commit }),
    body: remainingLines(variant.body, left),
  };
}

function remainingLines(variant: VariantBody, left: readonly MemoryItem[]): VariantBody {
  const { alsoSeen = [], ...others } = variant;
  const seen = new Set(left.flatMap(({ body }) => failureOf(body)?.errorLines ?? []));
  const kept = alsoSeen.filter((line) => seen.has(line));
  return kept.length === 0 ? others : { ...others, alsoSeen: kept };
}

/**
 * Anchors after forgetting. A confirmation replaces the anchors, so without it those of the latest remaining episode
 * count.
 */
function remainingAnchors({ anchors }: MemoryItem, { forgotten, left }: Episodes): readonly Anchor[] {
  const nameOf = (anchor: Anchor) => JSON.stringify(anchor);
  const gone = new Set(forgotten.flatMap((item) => item.anchors).map(nameOf));
  for (const anchor of left.flatMap((item) => item.anchors)) gone.delete(nameOf(anchor));
  const kept = anchors.filter((anchor) => !gone.has(nameOf(anchor)));
  if (kept.length > 0) return kept;
  return left.find((item) => item.anchors.length > 0)?.anchors ?? [];
}

function learnedCommit({ learnedAt }: MemoryItem, { forgotten, left }: Episodes): MemoryItem['learnedAt'] {
  const isGone = forgotten.some((item) => item.learnedAt === learnedAt);
  return isGone ? left.find((item) => item.learnedAt !== undefined)?.learnedAt : learnedAt;
}

/**
 * Removes the trust that a forgotten episode's person gave; a person's approval in a review is independent and stays.
 */
function withoutLentTrust(
  variant: Omit<MemoryItem, 'learnedAt'>,
  { forgotten, left }: Episodes,
): Omit<MemoryItem, 'learnedAt'> {
  const isTellers = ({ principal, trust }: MemoryItem) =>
    principal === variant.principal && trust === variant.trust;
  if (variant.trust !== 'user' || !forgotten.some(isTellers) || left.some(isTellers)) return variant;
  const [first, ...rest] = left;
  if (first === undefined) return variant;
  const best = rest.reduce((one, other) => (isTrustedAs(one.trust, other.trust) ? one : other), first);
  const { vouchedAtMs: _, ...others } = variant;
  return { ...others, trust: best.trust, principal: best.principal, confidence: best.confidence };
}
