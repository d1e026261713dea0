import {
  asksForUsage,
  bareCommand,
  commandLikeness,
  coversFailure,
  handsOn,
  isAct,
  isSameCommand,
  leadingFoldersOf,
  leadOf,
  refusedWord,
  verbOf,
} from './command-lines.ts';
import { explainPass, isActedOn, likeEnough } from './explain-pass.ts';
import {
  type AgentRemark,
  type FixEpisode,
  neverStarted,
  type ObservedRun,
  type Remedy,
} from './fix-episode.ts';

/** A failure not solved within so many runs is given up, so that a session of any length takes bounded memory. */
const longestWindow = 400;
const mostOpen = 100;
/** Another command line in place of a line that never started is tried at once. */
const commandsUntilOther = 4;
/** Where one of its words was refused, a line with another word in its place is known by that. */
const commandsUntilWord = 12;
/** Share of its lines by which a failure is seen again, and from which on nothing of it has gone. */
const seenAgain = 0.5;
const nothingGone = 0.9;

interface OpenFailure {
  readonly run: ObservedRun;
  readonly place: number;
  readonly neverStarted: boolean;
  /** The word of its command line that was refused. */
  readonly refused: string | undefined;
  readonly alsoAtLines: number[];
  readonly attempts: string[];
  readonly causedByLine: number | undefined;
  lines: readonly string[];
  /** Place of the last run in which it was seen. */
  lastSeen: number;
  /** Place of the first run after edits in which it was not seen any more. */
  goneAt: number | undefined;
  commandsSince: number;
  /** Another line of its family passed so many commands after it, and nothing explained that. */
  passedOtherAt: number | undefined;
}

/**
 * Finds failures and their remedies in the runs of one session, as they come. A fix ends where its failure is first
 * gone, and counts once a run of the same family passes later; edits after which it stayed are earlier attempts.
 */
export class EpisodeFinder {
  #first = 0;
  #runs: ObservedRun[] = [];
  #remarks: AgentRemark[] = [];
  #open: OpenFailure[] = [];

  /** Line from which a later reading must begin to see all failures that are still open; undefined when there are none. */
  get oldestOpenLine(): number | undefined {
    return this.#open[0]?.run.line;
  }

  remark(remark: AgentRemark): void {
    if (this.#open.length > 0) this.#remarks.push(remark);
  }

  /** @returns the episodes that this run ends */
  take(run: ObservedRun): readonly FixEpisode[] {
    const place = this.#first + this.#runs.push(run) - 1;
    const ended: FixEpisode[] = [];
    let causedByLine: number | undefined;
    let isKnown = false;
    for (const open of run.command === undefined || run.verdict === 'unheard' ? [] : [...this.#open]) {
      const heard = this.#hear(open, run, place);
      if (heard === 'ended') ended.push(...this.#end(open, run, place));
      if (heard === 'again') isKnown = true;
      if (heard === 'gone') causedByLine = open.run.line;
    }
    if (run.verdict === 'failed' && !isKnown) this.#begin(run, place, causedByLine);
    this.#forgetOld(place);
    return ended;
  }

  #begin(run: ObservedRun, place: number, causedByLine: number | undefined): void {
    const never = neverStarted(run);
    if (run.family === '' && !never) return;
    this.#open.push({
      run,
      place,
      neverStarted: never,
      refused: never ? refusedWord(run) : undefined,
      alsoAtLines: [],
      attempts: [],
      causedByLine,
      lines: run.errorLines,
      lastSeen: place,
      goneAt: undefined,
      commandsSince: 0,
      passedOtherAt: undefined,
    });
  }

  #hear(open: OpenFailure, run: ObservedRun, place: number): 'nothing' | 'ended' | 'again' | 'gone' {
    open.commandsSince += 1;
    if (open.commandsSince > (open.passedOtherAt ?? longestWindow) + commandsUntilOther) this.#drop(open);
    return open.neverStarted ? this.#hearOther(open, run) : this.#hearSame(open, run, place);
  }

  #hearOther(open: OpenFailure, run: ObservedRun): 'nothing' | 'ended' | 'again' {
    const { command = '' } = run;
    const failed = open.run.command ?? '';
    const { refused } = open;
    const isLate =
      !isSameCommand(command, failed) &&
      open.commandsSince > (refused === undefined ? commandsUntilOther : commandsUntilWord);
    const isLike =
      !isLate &&
      (commandLikeness(command, failed) >= likeEnough || isSameTarget(command, failed, refused)) &&
      !asksForUsage(command) &&
      coversFailure(command, failed) &&
      isSameMatter(command, failed) &&
      (refused === undefined || command === failed || !hasWord(command, refused));
    // Its result once it has started is another matter.
    if (isLike && run.verdict !== 'unheard' && !neverStarted(run)) return 'ended';
    if (run.verdict !== 'failed' || !isLike) return 'nothing';
    if (command === failed) open.alsoAtLines.push(run.line);
    else open.attempts.push(`ran ${command.split('\n')[0] ?? ''}`);
    return command === failed ? 'again' : 'nothing';
  }

  #hearSame(open: OpenFailure, run: ObservedRun, place: number): 'nothing' | 'ended' | 'again' | 'gone' {
    const failed = open.run.command ?? '';
    const { command = '' } = run;
    const isOfFamily = run.families.includes(open.run.family) || handsOn(command, failed);
    if (!isOfFamily || !coversFailure(command, failed)) return 'nothing';
    if (run.verdict === 'passed') return 'ended';
    if (neverStarted(run)) return 'nothing';
    const since = this.#after(open.lastSeen, place);
    const isEdited = since.some(({ edits }) => edits.length > 0);
    const isSeen =
      open.lines.slice(0, 1).some((line) => run.errorLines.includes(line)) || isPrinted(run, open);
    const isActed = !isSeen && isOtherEnd(open.run, run, since);
    const still = shareOf(open.lines, run.errorLines);
    if (still < seenAgain && (isEdited || isActed)) {
      open.goneAt ??= place;
      return 'gone';
    }
    // Without a change between them, two runs show one failure, however they were filtered.
    if (!isEdited && open.goneAt === undefined) open.lines = [...new Set([...open.lines, ...run.errorLines])];
    if (still >= nothingGone || (isSeen && !isEdited) || open.goneAt !== undefined) {
      open.attempts.push(...triedBetween(since, run));
      open.lastSeen = place;
    }
    open.goneAt = undefined;
    return this.#seeAgain(open, run);
  }

  /** Whether a later run shows nothing but what an earlier one did. */
  #seeAgain(open: OpenFailure, run: ObservedRun): 'nothing' | 'again' {
    const isKnown = open.lines.includes(run.errorLines[0] ?? '') || isPrinted(run, open);
    const saysMore = open.run.saysNothing && !run.saysNothing;
    if (!isKnown || saysMore || shareOf(run.errorLines, open.lines) < seenAgain) return 'nothing';
    open.alsoAtLines.push(run.line);
    return 'again';
  }

  #end(open: OpenFailure, check: ObservedRun, place: number): readonly FixEpisode[] {
    const { run: failure, neverStarted: never, attempts, causedByLine } = open;
    const until = open.goneAt ?? place;
    const [failed = '', passed = ''] = [failure.command, check.command];
    // The same line from another folder is the remedy where it comes at once.
    const isSame = isSameCommand(passed, failed);
    const isOther = never && passed !== failed && (!isSame || open.commandsSince <= commandsUntilOther);
    const from = this.#run(open.lastSeen)?.endLine ?? failure.endLine;
    const to = this.#run(until)?.endLine ?? check.endLine;
    const remarks = this.#remarks.filter(({ line }) => line >= from && line <= to).map(({ text }) => text);
    const remedy: Remedy | undefined = isOther
      ? { kind: 'command', command: passed }
      : explainPass({
          failure,
          check,
          until: this.#run(until) ?? check,
          since: this.#after(open.lastSeen, until),
          all: this.#after(open.place, place),
          remarks,
        });
    // Another line that passed with nothing to explain it leaves the failure open for a while.
    open.passedOtherAt ??= open.commandsSince;
    const isOver = failure.onlyShows || isSame;
    if (remedy !== undefined || isOver) this.#drop(open);
    if (remedy === undefined || (remedy.kind === 'edit' && failure.saysNothing)) return [];
    return [
      {
        failure,
        alsoFailedAtLines: open.alsoAtLines,
        remedy,
        check,
        steps: place - open.place,
        attempts,
        remarks,
        ...(causedByLine === undefined ? {} : { causedByLine }),
      },
    ];
  }

  #run(place: number): ObservedRun | undefined {
    return this.#runs[place - this.#first];
  }

  /** Runs after one, up to another and with it, because a line may edit before it tests. */
  #after(from: number, to: number): readonly ObservedRun[] {
    return this.#runs.slice(from + 1 - this.#first, to + 1 - this.#first);
  }

  #drop(open: OpenFailure): void {
    this.#open = this.#open.filter((other) => other !== open);
  }

  #forgetOld(place: number): void {
    this.#open = this.#open.filter((open) => place - open.place < longestWindow).slice(-mostOpen);
    const first = this.#open[0]?.place ?? place + 1;
    this.#runs.splice(0, first - this.#first);
    this.#first = first;
    const line = this.#open[0]?.run.line ?? Number.POSITIVE_INFINITY;
    const kept = this.#remarks.findIndex((remark) => remark.line >= line);
    this.#remarks.splice(0, kept === -1 ? this.#remarks.length : kept);
  }
}

/** Another verb after the same program is another command, unless most else is equal: then the verb was the mistake. */
const alikeButForVerb = 0.6;

function isSameMatter(command: string, failed: string): boolean {
  return verbOf(command) === verbOf(failed) || commandLikeness(command, failed) >= alikeButForVerb;
}

/** The same program is given the same file, from another folder. */
function isSameTarget(command: string, failed: string, refused: string | undefined): boolean {
  const last = refused?.slice(refused.lastIndexOf('/') + 1) ?? '';
  const [words, program] = [bareCommand(command).split(' '), bareCommand(failed).split(' ')[0]];
  return (
    last.includes('.') &&
    words[0] === program &&
    words.some((word) => word.endsWith(`/${last}`) || word === last)
  );
}

function hasWord(command: string, word: string): boolean {
  return [...leadingFoldersOf(command), ...bareCommand(command).split(' ')].includes(word);
}

/** The reason of a run stands in what the failure printed. */
function isPrinted({ telling }: ObservedRun, { run }: OpenFailure): boolean {
  return telling !== undefined && run.output.includes(telling);
}

/** Whether something that was done may have ended a failure, and its output is not only shown in another part. */
function isOtherEnd(failure: ObservedRun, run: ObservedRun, since: readonly ObservedRun[]): boolean {
  const [failed, command] = [failure.command ?? '', run.command ?? ''];
  const isShownAlike = command.trim().endsWith(bareCommand(failed)) || !isSameCommand(command, failed);
  return isShownAlike && isActedOn(failure, run, since);
}

const mostNamed = 3;

/** Share of lines that are among others, 0–1; 0 of none. */
function shareOf(lines: readonly string[], others: readonly string[]): number {
  const known = new Set(others);
  return lines.length === 0 ? 0 : lines.filter((line) => known.has(line)).length / lines.length;
}

/** Describes the attempts of some runs that did not help: the files that were edited, and what was run. */
function triedBetween(runs: readonly ObservedRun[], again: ObservedRun): readonly string[] {
  const files = [...new Set(runs.flatMap(({ edits }) => edits.map(({ path }) => path)))];
  const more = files.length > mostNamed ? ` and ${files.length - mostNamed} more` : '';
  const commands = runs.flatMap((run) => {
    const { command, verdict, edits } = run;
    if (command === undefined || edits.length > 0) return [];
    if (run === again) return leadOf(command, again.command ?? '');
    return verdict === 'passed' && isAct(command) ? [bareCommand(command)] : [];
  });
  return [
    ...(files.length === 0 ? [] : [`edited ${files.slice(0, mostNamed).join(', ')}${more}`]),
    ...commands.filter((command) => command !== '').map((command) => `ran ${command}`),
  ];
}
