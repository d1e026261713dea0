import type { RecalledMemory } from '../../model/answers/recollection.ts';
import type { FailureEntity, FailureProfile } from '../../model/failure.ts';
import { failureOf } from '../../model/item-body.ts';
import { formatShare } from '../../wording/format-number.ts';
import { type Block, field, indent, joined, lines, title } from '../page.ts';

const shownErrors = 3;
const shownNames = 6;
const shownTests = 1;
const labelWidth = 9;

/** The parts that were recognised in a failure. */
export function describeFailure(failure: FailureProfile): readonly Block[] {
  const { command, errorLines, exceptionTypes, family, file, guessed } = failure;
  const [first, ...others] = errorLines.slice(0, shownErrors);
  const names = namesIn(failure);
  return [
    command !== undefined && field('command', command.family),
    family !== undefined && field('family', familyWords(family)),
    first !== undefined && field(guessed ? 'ends in' : 'error', first),
    others.length > 0 && indent(labelWidth, others.flatMap(lines)),
    exceptionTypes.length > 0 && field('kind', joined(exceptionTypes)),
    names.length > 0 && field('names', joined(names)),
    file !== undefined && field('file', file),
  ].filter((block) => block !== false);
}

/** Names a failure is about, with their kinds: `module requests`. */
function namesIn({ entities }: FailureProfile): readonly string[] {
  const tests = entities.filter(({ kind }) => kind === 'test');
  const others = entities.filter(({ kind }) => kind !== 'test');
  const shown = [...others.slice(0, shownNames), ...tests.slice(0, shownTests)];
  const hidden = entities.length - shown.length;
  return [...shown.map(nameOf), ...(hidden > 0 ? [`${hidden} more`] : [])];
}

function nameOf({ kind, value }: FailureEntity): string {
  return `${kind.replaceAll('_', ' ')} ${value}`;
}

function familyWords({ name, confidence, rootCause }: NonNullable<FailureProfile['family']>): string {
  const cause = rootCause === undefined ? '' : `; cause perhaps ${rootCause}`;
  return `${name} (${formatShare(confidence)} sure)${cause}`;
}

const mostFeatures = 4;

/** What distinguishes several possible matches: the names and conditions that only one of them has. */
export function tellApart(candidates: readonly RecalledMemory[]): Block {
  if (candidates.length < 2) return undefined;
  const features = candidates.map(featuresOf);
  const rows = features.map((own, at) => {
    const others = new Set(features.filter((_, other) => other !== at).flat());
    return own.filter((feature) => !others.has(feature)).slice(0, mostFeatures);
  });
  if (rows.every((each) => each.length === 0)) return undefined;
  return [
    title('How they differ'),
    rows.map((each, at) => each.length > 0 && field(`${at + 1}`.padStart(2), each.join('; '))),
  ];
}

function featuresOf({ item: { body } }: RecalledMemory): readonly string[] {
  const failure = failureOf(body);
  const variant = body?.kind === 'variant' ? body : undefined;
  return [
    ...(failure?.entities ?? []).filter(({ kind }) => kind !== 'name').map(nameOf),
    ...(failure?.command === undefined ? [] : [`command ${failure.command.family}`]),
    ...(failure?.file === undefined ? [] : [`file ${failure.file}`]),
    ...(variant?.context === undefined ? [] : [`while: ${variant.context}`]),
    ...(variant?.appliesWhen ?? []).map((condition) => `if ${condition}`),
  ];
}
