import type { SeededRandom } from '../doors/seeded-random.ts';
import type { MarkedFailure } from './marked-failures.ts';
import type { ChangedCase } from './replace-cause.ts';

type Change = (failure: MarkedFailure, random: SeededRandom) => string;

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
const escapeCharacter = '\u001b';
const farFromCause = 20;

/** Programs that run another and print around it: what comes before, each line, what comes after. */
const wrappers: Readonly<
  Record<
    string,
    readonly [before: readonly string[], line: (line: string, at: number) => string, after: readonly string[]]
  >
> = {
  in_docker_build: [
    [],
    (line, at) => `#14 ${(at * 0.017).toFixed(2)} ${line}`,
    [
      '#14 ERROR: process "/bin/sh -c ci build" did not complete successfully: exit code: 1',
      '------',
      ' > [build 6/9] RUN ci build:',
      '------',
      'ERROR: failed to solve: process "/bin/sh -c ci build" did not complete successfully: exit code: 1',
    ],
  ],
  in_compose: [['Attaching to build-1'], (line) => `build-1  | ${line}`, ['build-1 exited with code 1']],
  in_npm: [
    ['', '> kettle@1.4.0 build', '> ci build', ''],
    (line) => line,
    [
      'npm error Lifecycle script `build` failed with error:',
      'npm error code 1',
      'npm error path /home/ada/kettle',
      'npm error workspace kettle@1.4.0',
      'npm error command failed',
      'npm error command sh -c ci build',
    ],
  ],
  in_make: [['ci build'], (line) => line, ['make: *** [Makefile:12: build] Error 1']],
  in_ci_log: [
    ['2031-05-06T07:08:09.1234567Z ##[group]Run ci build'],
    (line, at) => `2031-05-06T07:${two60(at / 600)}:${two60(at / 10)}.${String(1000000 + at)}Z ${line}`,
    ['2031-05-06T08:08:09.1234567Z ##[error]Process completed with exit code 1.'],
  ],
  in_turbo: [
    ['• Running build in 1 packages'],
    (line) => `@kettle/lid:build: ${line}`,
    [' ERROR  run failed: command  exited (1)'],
  ],
  in_unknown_wrapper: [
    ['>> stage build begins'],
    (line) => `<brewer:7> ${line}`,
    ['>> stage build ended: 1 task did not finish'],
  ],
};

function wrap({ text }: MarkedFailure, [before, line, after]: (typeof wrappers)[string]): string {
  return [...before, ...text.split('\n').map(line), ...after].join('\n');
}

/** Differences between two runs of one failure that do not change its cause. */
const changes: Readonly<Record<string, Change>> = {
  times: ({ text }, random) =>
    text.replace(
      /\b(\d{4}-\d\d-\d\d[T ])?([01]\d|2[0-3]):([0-5]\d):([0-5]\d)/g,
      (_, day = '') =>
        `${day && `20${10 + random.below(20)}${day.slice(4)}`}${two(random, 24)}:${two(random, 60)}:${two(random, 60)}`,
    ),
  durations: ({ text }, random) =>
    text.replace(/(?<![\w.:-])(\d+(?:\.\d+)?)(?= ?(?:ms|s|secs?|seconds|minutes|min)\b)/g, (amount: string) =>
      otherDigits(amount, random),
    ),
  process_ids: ({ text }, random) =>
    text.replace(
      /(\bpid[ :=]+|(?<=\w)\[)(\d{3,6})(?=\b)/gi,
      (_, lead: string, id: string) => lead + otherDigits(id, random),
    ),
  memory_addresses: ({ text }, random) =>
    text.replace(/\b0x[0-9a-f]{6,16}\b/gi, (address) => `0x${hex(address.length - 2, random)}`),
  hosts: ({ text }, random) =>
    text
      .replace(/\b(?!127\.)(\d{1,3})\.\d{1,3}\.\d{1,3}\.\d{1,3}\b(?!\.)/g, (address) =>
        address.replace(/\d+$/, () => String(1 + random.below(250))),
      )
      .replace(/\b(?:travis-job|worker|runner|ip)-[\w-]+/g, () => `runner-${name(random)}`),
  checkout: movedCheckout,
  temporary_folders: ({ text }, random) =>
    text.replace(/(\/tmp\/|\/var\/folders\/)[\w.+-]+/g, (_, top: string) => `${top}${name(random)}`),
  hashes: ({ text }, random) =>
    text.replace(/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{12,40}\b/g, ({ length }) =>
      hex(length, random),
    ),
  order: reordered,
  retried: ({ text, marked }) => {
    const block = placeOf(text, marked);
    if (block === undefined) return text;
    const lines = text.split('\n');
    const failed = lines.slice(block.first, block.last + 1);
    return [
      ...lines.slice(0, block.first),
      ...failed,
      'Retrying, attempt 2 of 2',
      ...lines.slice(block.first),
    ].join('\n');
  },
  colours: ({ text }) =>
    text.replace(
      /\b(?:error|failed|fail|warning)\b/gi,
      (word) => `${escapeCharacter}[1;31m${word}${escapeCharacter}[0m`,
    ),
  ...Object.fromEntries(
    Object.entries(wrappers).map(([name, wrapper]) => [
      name,
      (failure: MarkedFailure) => wrap(failure, wrapper),
    ]),
  ),
  longer: ({ text }, random) =>
    [
      ...Array.from({ length: 300 }, (_, at) => `Copying leaf ${at} of ${name(random)} into the pot … done`),
      text,
    ].join('\n'),
  shorter: ({ text, marked }) => {
    const block = placeOf(text, marked);
    if (block === undefined || block.first <= 2 * farFromCause) return text;
    return text
      .split('\n')
      .slice(Math.floor((block.first - farFromCause) / 2))
      .join('\n');
  },
};

/** The same failure under other circumstances, a case for each that changes anything. */
export function changeCircumstances(failure: MarkedFailure, random: SeededRandom): readonly ChangedCase[] {
  return Object.entries(changes).flatMap(([change, apply]) => {
    const text = apply(failure, random);
    return text === failure.text ? [] : [{ change, text }];
  });
}

/** The folder that most absolute paths begin with is another one. */
function movedCheckout({ text }: MarkedFailure): string {
  const counts = new Map<string, number>();
  const folder = /(?<![\w.~/-])\/(?:home|Users|builds?|root|srv|workspace|data)(?:\/[\w.@+-]+){1,4}(?=\/)/g;
  for (const [found] of text.matchAll(folder)) counts.set(found, (counts.get(found) ?? 0) + 1);
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return most === undefined ? text : text.replaceAll(most[0], '/opt/agent/work/7/source');
}

/** Lines in a row that begin with the same word, away from the cause, come in another order. */
function reordered({ text, marked }: MarkedFailure, random: SeededRandom): string {
  const lines = text.split('\n');
  const block = placeOf(text, marked);
  if (block === undefined) return text;
  const end = Math.max(0, block.first - farFromCause);
  const mixed: string[] = [];
  for (let start = 0; start < end; ) {
    const word = firstWord(lines[start]);
    let after = start + 1;
    while (after < end && after - start < 12 && word !== '' && firstWord(lines[after]) === word) after++;
    mixed.push(...random.shuffle(lines.slice(start, after)));
    start = after;
  }
  return [...mixed, ...lines.slice(end)].join('\n');
}

function firstWord(line = ''): string {
  return /^\s*([A-Za-z]+)/.exec(line)?.[1] ?? '';
}

/** Where the marked lines stand, the last time; undefined where they were copied otherwise. */
function placeOf(text: string, marked: string) {
  const lines = text.split('\n').map((line) => line.trim());
  const told = marked.split('\n').map((line) => line.trim());
  const first = lines.lastIndexOf(told[0] ?? '');
  if (first === -1) return undefined;
  const last = lines.indexOf(told.at(-1) ?? '', first);
  return { first, last: last === -1 ? first : Math.min(last, first + 2 * told.length) };
}

function otherDigits(text: string, random: SeededRandom): string {
  return text.replace(/\d/g, (digit, at: number) =>
    String(at === 0 ? 1 + random.below(9) : (Number(digit) + random.below(10)) % 10),
  );
}

function two(random: SeededRandom, below: number): string {
  return String(random.below(below)).padStart(2, '0');
}

function two60(value: number): string {
  return String(Math.floor(value) % 60).padStart(2, '0');
}

function hex(length: number, random: SeededRandom): string {
  return Array.from({ length }, () => random.pick([...'0123456789abcdef'])).join('');
}

function name(random: SeededRandom): string {
  return Array.from({ length: 8 }, () => random.pick([...letters])).join('');
}
