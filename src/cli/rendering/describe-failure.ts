import type { FailureProfile } from '../../model/failure.ts';
import { formatShare } from '../../wording/format-number.ts';
import type { Line, LinePart } from '../terminal/line.ts';
import { joinParts, labelled, type Page, textLines } from './page.ts';

const shownErrors = 3;
const shownNames = 6;
const shownTests = 1;
const labelWidth = 9;

/** The parts that were recognised in a failure. */
export function describeFailure(failure: FailureProfile, page: Page, indent: number): readonly Line[] {
  const { command, errorLines, exceptionTypes, family, file } = failure;
  const detail = (label: string, parts: readonly LinePart[]): readonly Line[] =>
    parts.length === 0 ? [] : labelled(label, parts, page, indent);
  const [first, ...others] = errorLines.slice(0, shownErrors);
  return [
    ...detail('command', command === undefined ? [] : [command.family]),
    ...detail('family', family === undefined ? [] : [familyWords(family)]),
    ...detail(failure.guessed ? 'ends in' : 'error', first === undefined ? [] : [first]),
    ...others.flatMap((text) => textLines(text, page, indent + labelWidth)),
    ...detail('kind', joinParts(exceptionTypes)),
    ...detail('names', joinParts(namesIn(failure))),
    ...detail('file', file === undefined ? [] : [file]),
  ];
}

/** Names a failure is about, with their kinds: `module requests`. */
function namesIn({ entities }: FailureProfile): readonly string[] {
  const tests = entities.filter(({ kind }) => kind === 'test');
  const others = entities.filter(({ kind }) => kind !== 'test');
  const shown = [...others.slice(0, shownNames), ...tests.slice(0, shownTests)];
  const hidden = entities.length - shown.length;
  return [
    ...shown.map(({ kind, value }) => `${kind.replaceAll('_', ' ')} ${value}`),
    ...(hidden > 0 ? [`${hidden} more`] : []),
  ];
}

function familyWords({ name, confidence, rootCause }: NonNullable<FailureProfile['family']>): string {
  const cause = rootCause === undefined ? '' : `; cause perhaps ${rootCause}`;
  return `${name} (${formatShare(confidence)} sure)${cause}`;
}
