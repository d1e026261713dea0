import { share } from '../reporting/rates.ts';
import { describeRate, percentile } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import {
  harmlessLines,
  isFailure,
  isSameCause,
  isSearchCommand,
  type JudgedFailure,
  judgeFailure,
} from '../sessions/judge-failures.ts';
import { notRun, type SuiteReport } from '../suite.ts';
import { endOf, type JudgedLine, judgeTold, startedInstead, telling, type Verdict } from './judge-told.ts';
import type { ReplayedSession } from './replay-sessions.ts';

const verdicts: readonly Verdict[] = ['right', 'useless', 'wrong'];
const moments = ['start', 'prompt', 'before_edit', 'read', 'after_command', 'stop'] as const;

/** Lines that sessions would have been told, against their later actions. */
export function describeValue(sessions: readonly ReplayedSession[]): SuiteReport {
  const lines = sessions.flatMap(judgeTold);
  const recurrences = [...Map.groupBy(sessions, ({ repo }) => repo).values()].flatMap(findRecurrences);
  const steps = lines.flatMap((line) => (line.steps === undefined ? [] : [line.steps]));
  const told = sessions.map((session) => session.moments.reduce((sum, { tokens }) => sum + tokens, 0));
  const hints = lines.filter(({ moment }) => moment !== 'after_command');
  const remedies = lines.filter(({ moment }) => moment === 'after_command');
  const count = (of: readonly JudgedLine[], verdict: Verdict) =>
    of.filter((line) => line.verdict === verdict).length;
  const known = recurrences.filter(({ isKnown }) => isKnown);
  const shown = known.filter(({ isShown }) => isShown).length;
  const helped = recurrences.filter(({ isOfUse }) => isOfUse);
  return {
    cases: sessions.length,
    figures: {
      tokens_per_session_mean: share(
        told.reduce((sum, tokens) => sum + tokens, 0),
        told.length,
      ),
      tokens_per_session_median: told.length === 0 ? notRun : percentile(told, 0.5),
      sessions_told_something: told.filter((tokens) => tokens > 0).length,
      ...Object.fromEntries(
        verdicts.map((verdict) => [
          `tokens_${verdict}_share`,
          share(tokensOf(lines, verdict), tokensOf(lines)),
        ]),
      ),
      hints_right_share: share(count(hints, 'right'), count(hints, 'right') + count(hints, 'wrong')),
      remedies_right_share: share(
        count(remedies, 'right'),
        count(remedies, 'right') + count(remedies, 'wrong'),
      ),
      steps_saved_mean: share(
        steps.reduce((sum, one) => sum + one, 0),
        steps.length,
      ),
      recurring_known: known.length,
      recurring_shown_share: share(shown, known.length),
      recurring_of_use: helped.length,
      recurring_of_use_shown_share: share(helped.filter(({ isShown }) => isShown).length, helped.length),
    },
    tables: [valueTable(sessions, lines), recurrenceTable(sessions, recurrences, lines)],
  };
}

function tokensOf(lines: readonly JudgedLine[], verdict?: Verdict): number {
  return lines.reduce(
    (sum, line) => sum + (verdict === undefined || line.verdict === verdict ? line.tokens : 0),
    0,
  );
}

function valueTable(sessions: readonly ReplayedSession[], lines: readonly JudgedLine[]): Table {
  const perSession = (tokens: number) => (tokens / (sessions.length || 1)).toFixed(1);
  const row = (name: string, of: readonly JudgedLine[]) => [
    name,
    of.length,
    ...verdicts.map((verdict) => of.filter((line) => line.verdict === verdict).length),
    perSession(tokensOf(of)),
    ...verdicts.map((verdict) => perSession(tokensOf(of, verdict))),
  ];
  return {
    title: `Told in ${sessions.length} sessions, without a confirmation by a person`,
    columns: [
      ...['moment', 'lines', ...verdicts],
      ...['tokens a session', ...verdicts.map((verdict) => `${verdict} tokens`)],
    ],
    rows: [
      row('all', lines),
      ...moments
        .map((moment) => [moment, lines.filter((line) => line.moment === moment)] as const)
        .map(([moment, of]) => row(moment, of)),
    ],
  };
}

function recurrenceTable(
  sessions: readonly ReplayedSession[],
  recurrences: readonly Recurrence[],
  lines: readonly JudgedLine[],
): Table {
  const row = (name: string, isIn: (one: { readonly repo: string }) => boolean) => {
    const own = sessions.filter(isIn);
    const met = recurrences.filter(isIn);
    const of = lines.filter(isIn);
    return [
      name,
      own.length,
      (tokensOf(of) / (own.length || 1)).toFixed(1),
      ...verdicts.map((verdict) => (tokensOf(of, verdict) / (own.length || 1)).toFixed(1)),
      ...[met.filter(({ isKnown }) => isKnown), met.filter(({ isOfUse }) => isOfUse)].map((some) =>
        describeRate(some.filter(({ isShown }) => isShown).length, some.length),
      ),
    ];
  };
  const repositories = [...new Set(sessions.map(({ repo }) => repo))];
  return {
    title: 'By repository; failures whose like an earlier session had ended, and of these with a card',
    columns: [
      ...['repository', 'sessions', 'tokens a session', ...verdicts],
      ...['known failures shown', 'whose way out can be gone here'],
    ],
    rows: [row('all', () => true), ...repositories.map((name) => row(name, ({ repo }) => repo === name))],
  };
}

/** A failure whose like an earlier session met and ended. */
interface Recurrence {
  /** A command of the same family ended well after it. */
  readonly isKnown: boolean;
  /** That, or a like line started instead; and what was changed in the command line stands in this one, too. */
  readonly isOfUse: boolean;
  readonly repo: string;
  readonly isShown: boolean;
}

/** By rules that know nothing of the product. One cause counts once a session. */
function findRecurrences(sessions: readonly ReplayedSession[]): readonly Recurrence[] {
  const past: Pick<PastFailure, 'judged' | 'isEnded' | 'wayOut'>[] = [];
  const harmless = new Set<string>();
  return sessions.flatMap((session) => {
    const failures = failuresOf(session, harmless);
    const likeOf = (judged: JudgedFailure) => past.filter((one) => isSameCause(judged, one.judged));
    const known = failures.flatMap((one) => {
      const like = likeOf(one.judged);
      const isOfUse = like.some(({ wayOut }) => wayOut?.every((word) => hasLike(one.command, word)) === true);
      const isKnown = like.some(({ isEnded }) => isEnded);
      return isKnown || isOfUse ? [{ ...one, isKnown, isOfUse }] : [];
    });
    past.push(...failures.filter(({ wayOut }) => wayOut !== undefined));
    for (const { moment, failed, output } of session.moments)
      if (moment === 'after_command' && !failed) for (const line of harmlessLines(output)) harmless.add(line);
    return known.map(({ isShown, isKnown, isOfUse }) => ({ repo: session.repo, isShown, isKnown, isOfUse }));
  });
}

interface PastFailure {
  readonly judged: JudgedFailure;
  readonly command: string;
  readonly output: string;
  isEnded: boolean;
  isShown: boolean;
  /** Words of its command line that it named and that were gone when it ended. */
  wayOut: readonly string[] | undefined;
}

function wordsLeftOut({ command, output }: Pick<PastFailure, 'command' | 'output'>, ended: string) {
  const words = (text: string) => text.match(/[\w./@-]+/g) ?? [];
  const [kept, said] = [new Set(words(ended)), output.split('\n').filter((line) => telling.test(line))];
  return words(command).filter(
    (word) => word.length > 2 && !kept.has(word) && said.some((line) => line.includes(word)),
  );
}

/** A path is meant where one of the same folder stands. */
function hasLike(command: string, word: string): boolean {
  const [folder = '', ...rest] = word.split('/');
  return rest.length > 0 && /\w/.test(folder) ? command.includes(`${folder}/`) : command.includes(word);
}

function failuresOf({ moments: own }: ReplayedSession, harmless: ReadonlySet<string>) {
  const failures: PastFailure[] = [];
  for (const [at, { moment, failed, subject: command, output, text }] of own.entries()) {
    if (moment !== 'after_command' || !failed) continue;
    if (!isFailure({ isSearch: isSearchCommand(command), output })) continue;
    const judged = judgeFailure({ command, output }, harmless);
    const same = failures.find((one) => isSameCause(one.judged, judged));
    const passed = endOf(own, at);
    const isEnded = passed !== undefined;
    const end = startedInstead(own, at) ?? passed;
    const wayOut = end === undefined ? undefined : wordsLeftOut({ command, output }, own[end]?.subject ?? '');
    if (same === undefined) failures.push({ judged, isEnded, wayOut, isShown: text !== '', command, output });
    else {
      same.isEnded ||= isEnded;
      same.wayOut ??= wayOut;
      same.isShown ||= text !== '';
    }
  }
  return failures;
}
