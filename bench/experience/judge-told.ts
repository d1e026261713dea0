import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { stanceOf } from '../findings/play-findings.ts';
import { familyOf, isSamePath, neverStarted, wordLikeness } from '../sessions/judge-failures.ts';
import type { PlayedMoment } from './play-moments.ts';
import type { ReplayedSession } from './replay-sessions.ts';

/**
 * `right`: the session then did the named thing. `wrong`: it did another instead. `useless`: its acts do not tell, or none was named.
 */
export type Verdict = 'right' | 'useless' | 'wrong';

/** One line that an agent was shown, with what came of it. */
export interface JudgedLine {
  readonly session: string;
  readonly repo: string;
  readonly agent: string;
  readonly moment: PlayedMoment['moment'];
  readonly text: string;
  /** With its share of what stands around the lines. */
  readonly tokens: number;
  readonly verdict: Verdict;
  /** Calls from the failing command to the one that ended it; of a right line after a failure. */
  readonly steps?: number | undefined;
}

/** The fence, its sentence and titles name nothing. */
const around = /^<\/?afterwit-memory|^Notes from earlier work|^[A-Z][^`]{0,100}:$/;
const path = /(?:[\w@.+-]+\/)*[\w@+-][\w.@+-]*\.[A-Za-z]\w{0,9}(?![\w/(])/g;
const quoted = /`([^`]{3,})`/g;
const way =
  /\b(suppressed|settled in the settings|mended by a command|mended|removed|renamed|wrapped|handled|changed)\b(?= of the checker \d+ of| \d+)/g;
const wayNames: Readonly<Record<string, string>> = {
  'settled in the settings': 'configured',
  'mended by a command': 'command',
};

export function judgeTold(session: ReplayedSession): readonly JudgedLine[] {
  return session.moments.flatMap((moment, at) =>
    moment.text === '' ? [] : judgeMoment(session, moment, at),
  );
}

function judgeMoment(session: ReplayedSession, told: PlayedMoment, at: number): readonly JudgedLine[] {
  const entries = entriesOf(told.text);
  const counts = entries.map((entry) => countTokens(entry));
  const all = counts.reduce((sum, count) => sum + count, 0) || 1;
  const { name, repo, agent } = session;
  return entries.map((text, place) => ({
    ...{ session: name, repo, agent, moment: told.moment, text },
    tokens: (told.tokens * (counts[place] ?? 0)) / all,
    ...(told.moment === 'after_command' ? judgeRemedy(session, at, text) : judgeHint(session, at, text)),
  }));
}

/** A line that is set in goes with the one above it. */
function entriesOf(text: string): readonly string[] {
  const entries: string[] = [];
  for (const line of text.split('\n'))
    if (around.test(line) || line.trim() === '') continue;
    else if (/^\s/.test(line) && entries.length > 0) entries.push(`${entries.pop()}\n${line}`);
    else entries.push(line);
  return entries;
}

function pathsIn(text: string): readonly string[] {
  return [...new Set(text.match(path) ?? [])];
}

function isNamed(paths: readonly string[], edited: string): boolean {
  return paths.some((named) => isSamePath(named, edited) || edited.endsWith(`/${named}`));
}

/** A file is named that the session has yet to change. */
function judgeHint({ moments }: ReplayedSession, at: number, text: string): { readonly verdict: Verdict } {
  const edited = moments.slice(at).filter(({ moment }) => moment === 'before_edit');
  const paths = pathsIn(text);
  if (paths.length === 0 || edited.length === 0) return { verdict: 'useless' };
  return { verdict: edited.some(({ subject }) => isNamed(paths, subject)) ? 'right' : 'wrong' };
}

/** Judges a told remedy by whether a similar one ends the failure now. */
function judgeRemedy(
  session: ReplayedSession,
  at: number,
  text: string,
): { readonly verdict: Verdict; readonly steps?: number } {
  const { moments, mended } = session;
  const told = [...text.matchAll(way)].map(([, name = '']) => stanceOf(wayNames[name] ?? name));
  const rule = [...mended.keys()].find((one) => text.includes(` ${one}:`) || text.includes(` ${one} (`));
  if (told.length > 0) {
    const done = (rule === undefined ? [] : (mended.get(rule) ?? [])).map(stanceOf);
    return {
      verdict: done.length === 0 ? 'useless' : told.some((one) => done.includes(one)) ? 'right' : 'wrong',
    };
  }
  const end = startedInstead(moments, at) ?? endOf(moments, at);
  if (end === undefined) return { verdict: 'useless' };
  const between = moments.slice(at + 1, end + 1);
  const advice = adviceIn(text);
  const paths = pathsIn(advice);
  const commands = [...advice.matchAll(quoted)].map(([, command = '']) => oneSpaced(command));
  const [, surplus] = /Leave out `([^`]+)`/.exec(advice) ?? [];
  const isRight =
    surplus === undefined
      ? between.some(({ moment, subject }) =>
          moment === 'before_edit'
            ? isNamed(paths, subject)
            : moment === 'before_command' && commands.some((one) => oneSpaced(subject).includes(one)),
        )
      : !oneSpaced(moments[end]?.subject ?? '').includes(surplus);
  const steps = between.filter(({ moment }) => isCall(moment)).length;
  return isRight ? { verdict: 'right', steps } : { verdict: 'wrong' };
}

export const telling =
  /\berror|not found|no such|can(?:'|no)t|could not|invalid|unknown|unrecogni[sz]ed|no module|is not/i;
const fewLines = 5;
const likeWords = 0.4;
const commandsUntilOther = 12;

/** Of what never started, where a like line starts though nothing was edited: of another family, too. */
export function startedInstead(moments: readonly PlayedMoment[], at: number): number | undefined {
  const { subject = '', output = '' } = moments[at] ?? {};
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !/^Exit code/.test(line));
  if (lines.length > fewLines && !neverStarted({ output, exitCode: undefined })) return undefined;
  let commands = 0;
  for (const [place, one] of moments.entries()) {
    if (place <= at) continue;
    if (one.moment === 'before_edit' || commands > commandsUntilOther) return undefined;
    if (one.moment !== 'after_command') continue;
    commands += 1;
    const isLike = one.subject !== subject && wordLikeness(one.subject, subject) >= likeWords;
    const says = (line: string) => telling.test(line) && one.output.includes(line);
    if (isLike && !lines.some(says) && !neverStarted({ output: one.output, exitCode: undefined }))
      return place;
  }
  return undefined;
}

/** Of a card, what it says to do: neither when it applies nor what it says not to call. */
function adviceIn(text: string): string {
  const [, advice = text] = /^ {2}do: (.*)/m.exec(text) ?? [];
  return advice.replaceAll(/,? not `[^`]+`/g, '');
}

function isCall(moment: PlayedMoment['moment']): boolean {
  return moment === 'before_edit' || moment === 'before_command' || moment === 'read';
}

/** Where a command of the same kind ends well; undefined where none does. */
export function endOf(moments: readonly PlayedMoment[], at: number): number | undefined {
  const family = familyOf(moments[at]?.subject ?? '');
  const end = moments.findIndex(
    ({ moment, failed, subject }, place) =>
      place > at && moment === 'after_command' && !failed && familyOf(subject) === family,
  );
  return end < 0 ? undefined : end;
}

function oneSpaced(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
