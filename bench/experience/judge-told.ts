import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { stanceOf, waysTold } from '../findings/play-findings.ts';
import { sum } from '../reporting/statistics.ts';
import { familyOf, isSamePath, neverStarted, wordLikeness } from '../sessions/judge-failures.ts';
import type { PlayedMoment } from './play-moments.ts';
import type { ReplayedSession } from './replay-sessions.ts';

/**
 * `right`: the session then did the named thing. `wrong`: it did another instead. `useless`: its acts do not tell, or none was named.
 */
export type Verdict = 'right' | 'useless' | 'wrong';

/** One line that an agent was shown, with what came of it. */
export interface JudgedLine {
  readonly moment: PlayedMoment['moment'];
  /** With its share of what stands around the lines. */
  readonly tokens: number;
  readonly verdict: Verdict;
}

/** The fence, its sentence and titles name nothing. */
const around = /^<\/?afterwit-memory|^Notes from earlier work|^[A-Z][^`]{0,100}:$/;
const path = /(?:[\w@.+-]+\/)*[\w@+-][\w.@+-]*\.[A-Za-z]\w{0,9}(?![\w/(])/g;
const quoted = /`([^`]{3,})`/g;

export function judgeTold(session: ReplayedSession): readonly JudgedLine[] {
  return session.moments.flatMap(({ moment, text, tokens }, at) => {
    const entries = entriesOf(text);
    const counts = entries.map((entry) => countTokens(entry));
    const judge = moment === 'after_command' ? judgeRemedy : judgeHint;
    return entries.map((entry, place) => ({
      ...{ moment, tokens: (tokens * (counts[place] ?? 0)) / (sum(counts) || 1) },
      verdict: judge(session, at, entry),
    }));
  });
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
function judgeHint({ moments }: ReplayedSession, at: number, text: string): Verdict {
  const edited = moments.slice(at).filter(({ moment }) => moment === 'before_edit');
  const paths = pathsIn(text);
  if (paths.length === 0 || edited.length === 0) return 'useless';
  return edited.some(({ subject }) => isNamed(paths, subject)) ? 'right' : 'wrong';
}

/** Judges a told remedy by whether a similar one ends the failure now. */
function judgeRemedy({ moments, mended }: ReplayedSession, at: number, text: string): Verdict {
  const told = waysTold(text).map(stanceOf);
  if (told.length > 0) {
    const rule = [...mended.keys()].find((one) => text.includes(` ${one}:`) || text.includes(` ${one} (`));
    const done = (mended.get(rule ?? '') ?? []).map(stanceOf);
    if (done.length === 0) return 'useless';
    return told.some((one) => done.includes(one)) ? 'right' : 'wrong';
  }
  const end = startedInstead(moments, at) ?? endOf(moments, at);
  if (end === undefined) return 'useless';
  const advice = adviceIn(text);
  const [, surplus] = /Leave out `([^`]+)`/.exec(advice) ?? [];
  if (surplus !== undefined)
    return oneSpaced(moments[end]?.subject ?? '').includes(surplus) ? 'wrong' : 'right';
  const paths = pathsIn(advice);
  const commands = [...advice.matchAll(quoted)].map(([, command = '']) => oneSpaced(command));
  const isDone = moments
    .slice(at + 1, end + 1)
    .some(({ moment, subject }) =>
      moment === 'before_edit'
        ? isNamed(paths, subject)
        : moment === 'before_command' && commands.some((one) => oneSpaced(subject).includes(one)),
    );
  return isDone ? 'right' : 'wrong';
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
