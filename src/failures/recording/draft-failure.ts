import type { FailureDetails } from '../../model/answers/failure-answers.ts';
import type { RedactedText } from '../../model/brands.ts';
import type { FailureProfile } from '../../model/failure.ts';
import {
  type ChangedPlace,
  type EpisodeBody,
  type PatternBody,
  placeSeparator,
  type VariantBody,
} from '../../model/item-body.ts';
import { redact } from '../../redaction/redact.ts';

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
