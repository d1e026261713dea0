import type { EvidencePoint, FailureEvidence, FailureMatch, MatchStatus } from '../../model/evidence.ts';
import type { FailureEntity, FailureProfile } from '../../model/failure.ts';
import { formatShare } from '../../wording/formats.ts';
import {
  type Block,
  blank,
  field,
  green,
  indent,
  joined,
  lines,
  type Part,
  text,
  title,
  yellow,
} from '../page.ts';

const verdicts: Readonly<Record<Exclude<MatchStatus, 'abstain'>, Part>> = {
  match: green('Seen before'),
  ambiguous: yellow('Perhaps seen before'),
};

/** How sure it is that a failure is known; nothing where none fits, which the answer says itself. */
export function describeMatch(match: FailureMatch | undefined): Block {
  if (match === undefined || match.status === 'abstain') return undefined;
  const reason = match.reason.replace(/[.]$/, '');
  return text(verdicts[match.status], ` (${formatShare(match.topScore)} alike): ${reason}.`);
}

const pointLabels: Readonly<Partial<Record<EvidencePoint['aspect'], string>>> = {
  command: 'command ',
  file: 'file ',
  stack: 'stack at ',
  family: 'family ',
};

/** Shows the parts of a memory that agree with the failure, and those that do not. */
export function describeEvidence(evidence: FailureEvidence | undefined): Block {
  return [
    field('alike', pointsOf(evidence?.agrees ?? [])),
    field('unlike', pointsOf(evidence?.differs ?? [], yellow)),
  ];
}

function pointsOf(points: readonly EvidencePoint[], style: (said: string) => Part = (said) => said) {
  return joined(
    points.map(({ aspect, words }) => style(`${pointLabels[aspect] ?? ''}${words}`)),
    '; ',
  );
}

const shownErrors = 3;
const shownNames = 6;
const shownTests = 1;
const labelWidth = 9;

/** The parts that were recognised in a failure. */
export function describeFailure(failure: FailureProfile): Block {
  const { command, errorLines, exceptionTypes, family, file, guessed } = failure;
  const [first, ...others] = errorLines.slice(0, shownErrors);
  const names = namesIn(failure);
  const said = [
    command !== undefined && field('command', command.family),
    family !== undefined && field('family', familyWords(family)),
    first !== undefined && field(guessed ? 'ends in' : 'error', first),
    others.length > 0 && indent(labelWidth, others.flatMap(lines)),
    exceptionTypes.length > 0 && field('kind', joined(exceptionTypes)),
    names.length > 0 && field('names', joined(names)),
    file !== undefined && field('file', file),
  ].filter((block) => block !== false);
  return said.length === 0
    ? [blank, text('The log does not say what failed.')]
    : [title('What the failure says'), indent(2, said)];
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
