import type { FailureReport } from '../../src/index.ts';
import { type Circumstance, type FailureFamily, type FailureSlots, pick } from './failure-families.ts';

/** How a failure is told again: the four styles of paraphrase. */
export const paraphraseStyles = ['rerun', 'trimmed', 'wrapped', 'retold'] as const;
export type ParaphraseStyle = (typeof paraphraseStyles)[number];

interface Told {
  readonly family: FailureFamily;
  readonly slots: FailureSlots;
  readonly circumstance: Circumstance;
}

const worktree = '/home/ada/work';
const noise = [
  'warning: the cache folder is not writable, going on without it',
  'collecting packages … done in 2.1 s',
  'DeprecationWarning: the option --legacy-log will be removed',
  'hint: run with --verbose for more',
  'loaded 14 plugins',
];

/** The failure as the memory was recorded from it. */
export function tellCanonical({ family, slots, circumstance }: Told): FailureReport {
  return report(
    circumstance,
    [...traceback(circumstance, worktree, 40), ...family.about(slots).surface],
    worktree,
  );
}

/** The failure when it comes again, told otherwise. */
export function paraphrase(told: Told, style: ParaphraseStyle, random: () => number): FailureReport {
  const { family, slots, circumstance } = told;
  const surface = family.about(slots).surface;
  const elsewhere = () => runElsewhere(circumstance, slots, random);
  if (style === 'rerun') {
    const root = `/srv/checkouts/${pick(['main', 'pr-118', 'release'], random)}`;
    const lines = traceback(circumstance, root, 40 + Math.floor(random() * 400));
    const began = `[${12 + Math.floor(random() * 9)}:0${Math.floor(random() * 9)}:27] started, pid ${1_000 + Math.floor(random() * 60_000)}`;
    return report(elsewhere(), [began, pick(noise, random), ...lines, ...surface], root);
  }
  if (style === 'trimmed') return report(circumstance, surface.slice(-1), worktree);
  if (style === 'wrapped') {
    const lines = [
      pick(noise, random),
      ...traceback(circumstance, '/app', 40),
      ...surface,
      pick(noise, random),
    ];
    const wrap = random() < 0.5 ? (line: string) => `${slots.area}-1  | ${line}` : timestamped(random);
    return report(elsewhere(), lines.map(wrap), '/app');
  }
  return report(circumstance, [family.about(slots).retold, ...surface.slice(0, -1)], worktree);
}

/** How often a failure comes again by another command, and how often in another environment. */
const again = { otherCommand: 0.3, otherEnvironment: 0.2 } as const;

/** Who runs it again often does so through a task runner, or on another machine. */
function runElsewhere(
  circumstance: Circumstance,
  { area }: FailureSlots,
  random: () => number,
): Circumstance {
  const runners = [`make ${area}`, `just ${area}`, `bash ci/${area}.sh`];
  return {
    ...circumstance,
    ...(random() < again.otherCommand ? { command: pick(runners, random) } : {}),
    ...(random() < again.otherEnvironment ? { environment: pick(machines, random) } : {}),
  };
}

const machines = ['ubuntu runner', 'macos 15', 'dev container'];

function timestamped(random: () => number): (line: string) => string {
  const minute = 10 + Math.floor(random() * 49);
  return (line) => `2026-03-02T09:${minute}:11.4821Z ##[step] ${line}`;
}

function report(
  { command, environment }: Circumstance,
  lines: readonly string[],
  root: string,
): FailureReport {
  return {
    output: `${lines.join('\n')}\n`,
    command,
    exitCode: 1,
    environment: [environment],
    worktree: root,
  };
}

function traceback({ frames }: Circumstance, root: string, line: number): readonly string[] {
  return [
    'Traceback (most recent call last):',
    ...frames.flatMap(([file, name], at) => [
      `  File "${root}/${file}", line ${line + at * 7}, in ${name}`,
      `    ${name === '<module>' ? 'main()' : `return ${name}(request)`}`,
    ]),
  ];
}
