import type { FailureProfile } from './failure.ts';
import type { ItemBody } from './memory-item.ts';

/** Every text in a body that a speaker wrote or a command printed. */
export function textsOf(body: ItemBody | undefined): readonly string[] {
  if (body === undefined) return [];
  if (body.kind === 'preference') return texts(body.strategy);
  if (body.kind === 'hard_rule') return texts(body.command);
  if (body.kind === 'version') return texts(body.seen);
  if (body.kind === 'pattern') return texts(body.symptom, body.preventionRule);
  if (body.kind === 'episode')
    return texts(
      body.command,
      body.validation?.command,
      ...(body.attempts ?? []),
      ...textsOfFailure(body.failure),
    );
  const {
    command,
    symptom,
    context,
    verification,
    seen,
    appliesWhen = [],
    notWhen = [],
    alsoSeen = [],
    changed = [],
  } = body;
  return texts(
    ...[command, symptom, context, verification, seen],
    ...[...appliesWhen, ...notWhen, ...alsoSeen],
    ...changed.flatMap(({ path, name }) => [path, name]),
    ...textsOfFailure(body.failure),
  );
}

function textsOfFailure({ errorLines, excerpt, entities }: FailureProfile): readonly string[] {
  return [...errorLines, excerpt, ...entities.map(({ value }) => value)];
}

function texts(...found: readonly (string | undefined)[]): readonly string[] {
  return found.filter((text) => text !== undefined);
}
