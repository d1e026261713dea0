import type { FailureEntity, FailureProfile } from '../model/failure.ts';
import type { GateQuestion } from '../model/gate-question.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import { failureOf } from '../model/recorded-failure.ts';
import type { RedactedText } from '../model/redacted-text.ts';
import { seenFixOf } from '../model/seen-fix.ts';
import { quoteText } from './quote-text.ts';

/** Memories that one question separates. */
const mostAnswers = 3;
const longestAnswer = 80;

/** What failures can be told apart by, the most concrete first. Any quoted word is a `name`, and tells too little. */
const askedKinds: readonly FailureEntity['kind'][] = [
  'module',
  'package',
  'file',
  'symbol',
  'environment_variable',
  'config_key',
  'port',
  'table',
  'column',
  'flag',
  'test',
  'device',
];

interface Aspect {
  /** As the question begins. */
  readonly asks: string;
  readonly toldBy: (failure: FailureProfile) => string | undefined;
}

const aspects: readonly Aspect[] = [
  ...askedKinds.map((kind) => ({
    asks: `Which ${kind.replaceAll('_', ' ')} is it about`,
    toldBy: ({ entities }: FailureProfile) => entities.find((entity) => entity.kind === kind)?.value,
  })),
  { asks: 'Which command failed', toldBy: ({ command }) => command?.family },
  { asks: 'In which file does it fail', toldBy: ({ file, frames }) => file ?? frames?.at(-1)?.path },
  { asks: 'What does it run in', toldBy: ({ environment }) => environment?.join(', ') },
  { asks: 'Which error is it', toldBy: ({ exceptionTypes }) => exceptionTypes[0] },
  { asks: 'What is the cause', toldBy: ({ family }) => family?.rootCause?.replaceAll('_', ' ') },
];

/**
 * One concrete question whose answer says which of these memories is meant: about what their failures differ in and the failure at
 * hand does not tell ("Which module is it about: yaml or lxml?"). Where the failures are one, the fixes themselves are offered.
 *
 * @param items best first; of more than three only the first are asked about
 * @returns undefined when nothing tells them apart
 */
export function compileQuestion(
  items: readonly MemoryItem[],
  asked: FailureProfile | undefined,
): GateQuestion | undefined {
  // Of a fix that nobody confirmed, no word of prose or of an output is told (0021), and a question is made of those.
  const near = items.filter((item) => seenFixOf(item) === undefined).slice(0, mostAnswers);
  if (near.length === 0) return undefined;
  const failures = near.map(({ body }) => failureOf(body));
  for (const { asks, toldBy } of aspects) {
    const values = failures.map((failure) => (failure === undefined ? undefined : toldBy(failure)));
    const told = asked && toldBy(asked);
    if (separates(values, told)) return questionOf(asks, values, near);
  }
  if (near.length === 1) return undefined;
  const fixes = near.map(({ content }) => content);
  return separates(fixes, undefined) ? questionOf('Which of these fits here', fixes, near) : undefined;
}

/** Whether each value is there and another one, and none is what is told already. */
function separates(
  values: readonly (string | undefined)[],
  told: string | undefined,
): values is readonly string[] {
  return (
    values.every((value) => value !== undefined && value !== '' && value !== told) &&
    new Set(values.map((value) => oneLine(value ?? ''))).size === values.length
  );
}

function questionOf(
  asks: string,
  values: readonly string[],
  items: readonly MemoryItem[],
): GateQuestion | undefined {
  const words = values.map(oneLine);
  const [first = '', ...others] = words;
  const last = others.pop();
  const choice =
    last === undefined ? `${first}, or something else` : `${[first, ...others].join(', ')} or ${last}`;
  return {
    text: quoteText(`${asks}: ${choice}?`),
    answers: words.map((one, at) => ({ words: one, itemId: (items[at] as MemoryItem).id })),
  };
}

function oneLine(text: string): RedactedText {
  const line = quoteText(text).replaceAll(/\s+/g, ' ').trim();
  return (line.length > longestAnswer ? `${line.slice(0, longestAnswer)}…` : line) as RedactedText;
}
