import { type Rate, rateOf, rateTable, share, sharesOf } from '../reporting/rates.ts';
import { sum } from '../reporting/statistics.ts';
import { tableOf } from '../reporting/table.ts';
import {
  harmlessLines,
  isFailure,
  isSameCause,
  isSearchCommand,
  type JudgedFailure,
  judgeFailure,
} from '../sessions/judge-failures.ts';
import type { SuiteReport } from '../suite.ts';
import { endOf, type JudgedLine, judgeTold, startedInstead, telling, type Verdict } from './judge-told.ts';
import type { ReplayedSession } from './replay-sessions.ts';

const verdicts: readonly Verdict[] = ['right', 'useless', 'wrong'];
const moments = ['start', 'prompt', 'before_edit', 'read', 'after_command', 'stop'] as const;

/** Lines that sessions would have been told, against their later actions. */
export function describeValue(sessions: readonly ReplayedSession[]): SuiteReport {
  const lines = sessions.flatMap(judgeTold);
  const recurrences = [...Map.groupBy(sessions, ({ repo }) => repo).values()].flatMap(findRecurrences);
  const isRight = ({ verdict }: JudgedLine) => verdict === 'right';
  const judged = lines.filter(({ verdict }) => verdict !== 'useless');
  const isShown = (one: Recurrence) => one.isShown;
  const rates: Readonly<Record<string, Rate>> = {
    hints_right_share: rateOf(
      judged.filter(({ moment }) => moment !== 'after_command'),
      isRight,
    ),
    remedies_right_share: rateOf(
      judged.filter(({ moment }) => moment === 'after_command'),
      isRight,
    ),
    recurring_shown_share: rateOf(
      recurrences.filter(({ isKnown }) => isKnown),
      isShown,
    ),
    recurring_of_use_shown_share: rateOf(
      recurrences.filter(({ isOfUse }) => isOfUse),
      isShown,
    ),
  };
  const told = sessions.flatMap((session) => session.moments.map(({ tokens }) => tokens));
  const tokensOf = (of: readonly JudgedLine[]) =>
    (sum(of.map(({ tokens }) => tokens)) / (sessions.length || 1)).toFixed(1);
  const rows = [
    ['all', lines] as const,
    ...moments.map((moment) => [moment, lines.filter((line) => line.moment === moment)] as const),
  ];
  const of = (own: readonly JudgedLine[], wanted: Verdict) => own.filter(({ verdict }) => verdict === wanted);
  return {
    cases: sessions.length,
    figures: { tokens_per_session_mean: share(sum(told), sessions.length), ...sharesOf(rates) },
    tables: [
      tableOf(`Told in ${sessions.length} sessions, without a confirmation by a person`, rows, {
        moment: ([name]) => name,
        lines: ([, own]) => own.length,
        ...Object.fromEntries(verdicts.map((wanted) => [wanted, ([, own]) => of(own, wanted).length])),
        'tokens a session': ([, own]) => tokensOf(own),
        ...Object.fromEntries(
          verdicts.map((wanted) => [`${wanted} tokens`, ([, own]) => tokensOf(of(own, wanted))]),
        ),
      } as Readonly<Record<string, (row: (typeof rows)[number]) => string | number>>),
      rateTable(
        'Right of what was judged; shown of known failures, and of those whose way out can be gone here',
        rates,
      ),
    ],
  };
}

/** A failure whose like an earlier session met and ended. */
interface Recurrence {
  /** A command of the same family ended well after it. */
  readonly isKnown: boolean;
  /** That, or a like line started instead; and what was changed in the command line stands in this one, too. */
  readonly isOfUse: boolean;
  readonly isShown: boolean;
}

/** By rules that know nothing of the product. One cause counts once a session. */
function findRecurrences(sessions: readonly ReplayedSession[]): readonly Recurrence[] {
  const past: MetFailure[] = [];
  const harmless = new Set<string>();
  return sessions.flatMap((session) => {
    const failures = failuresOf(session, harmless);
    const known = failures.map(({ judged, command, isShown }) => {
      const like = past.filter((one) => isSameCause(judged, one.judged));
      const isOfUse = like.some(({ wayOut }) => wayOut?.every((word) => hasLike(command, word)));
      return { isOfUse, isShown, isKnown: like.some(({ isEnded }) => isEnded) };
    });
    past.push(...failures.filter(({ wayOut }) => wayOut !== undefined));
    for (const { moment, failed, output } of session.moments)
      if (moment === 'after_command' && !failed) for (const line of harmlessLines(output)) harmless.add(line);
    return known.filter(({ isKnown, isOfUse }) => isKnown || isOfUse);
  });
}

interface MetFailure {
  readonly judged: JudgedFailure;
  readonly command: string;
  isEnded: boolean;
  isShown: boolean;
  /** Words of its command line that it named and that were gone when it ended. */
  wayOut: readonly string[] | undefined;
}

function failuresOf({ moments: own }: ReplayedSession, harmless: ReadonlySet<string>) {
  const failures: MetFailure[] = [];
  for (const [at, { moment, failed, subject: command, output, text }] of own.entries()) {
    if (moment !== 'after_command' || !failed) continue;
    if (!isFailure({ isSearch: isSearchCommand(command), output })) continue;
    const judged = judgeFailure({ command, output }, harmless);
    const same = failures.find((one) => isSameCause(one.judged, judged));
    const passed = endOf(own, at);
    const isEnded = passed !== undefined;
    const end = startedInstead(own, at) ?? passed;
    const wayOut = end === undefined ? undefined : wordsLeftOut(command, output, own[end]?.subject ?? '');
    if (same === undefined) failures.push({ judged, isEnded, wayOut, isShown: text !== '', command });
    else {
      same.isEnded ||= isEnded;
      same.wayOut ??= wayOut;
      same.isShown ||= text !== '';
    }
  }
  return failures;
}

function wordsLeftOut(command: string, output: string, ended: string): readonly string[] {
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
