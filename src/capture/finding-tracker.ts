import { defined } from '../model/defined.ts';
import type { Finding } from '../model/finding.ts';
import type { FileEdit } from '../model/session.ts';
import { bareCommand, coversFailure, isAct, isSameCommand } from './command-lines.ts';
import { type DoneAbout, namesRule, type PlacedChange, tellWay } from './finding-ways.ts';
import type { ObservedRun } from './fix-episode.ts';

/** Action of a session about a finding: it was printed, and after some edits no longer. */
export interface MendedFinding extends DoneAbout {
  readonly finding: Finding;
  /** Subject of the run that printed it: `npm test`. */
  readonly family: string;
  /** Lines of the transcript: the run that printed it, and the run that no longer did. */
  readonly line: number;
  readonly endLine: number;
  readonly atMs?: number | undefined;
}

/** A finding that stays for so many runs is given up. */
const longestWindow = 400;
const mostOpen = 200;
const mostLeft = 30;
const near = 3;
/** Lines beneath a line of code that may go with it, such as the check of its result. */
const nearBelow = 6;
/** An output that was cut may lack a finding that is still there. */
const cutting = /\|\s*(?:head|tail|grep|egrep|rg|sed|awk)\b/;
/** A file or a folder that a command names. */
const namedPath =
  /^(?!-)(?:\.\/)?[\w@.+-]*(?:\/[\w@.+-]*)*(?:\/|\.\w{1,8})$|^(?!-)[\w@.+-]+(?:\/[\w@.+-]+)+$/;

/** Sets aside the session's changes: what a run then prints is not about them. */
const setsAside = /\bgit stash(?! +(?:pop|apply|list|show|drop)\b)/;
const bringsBack = /\bgit stash +(?:pop|apply)\b/;
const throwsAway = /\bgit (?:reset --hard|(?:checkout|restore)\b.* \.(?=\s|$))/;

/** Facts kept of a run: its output and its edits may be megabytes, and a finding is open for long. */
type RunOfFinding = Pick<ObservedRun, 'line' | 'endLine' | 'atMs' | 'command' | 'family' | 'families'>;

interface OpenFinding {
  finding: Finding;
  readonly run: RunOfFinding;
  readonly place: number;
  /** Where it stands now, as far as edits say where they were. */
  line: number;
  changes: PlacedChange[];
  commands: string[];
  goneAt: RunOfFinding | undefined;
  /** `head`: the session had changed nothing. `elsewhere`: its file was unchanged by the session. */
  before: 'head' | 'elsewhere' | undefined;
}

/** Follows findings through the runs of a session: edits between a run that printed one, and a run without it. */
export class FindingTracker {
  #open: OpenFinding[] = [];
  readonly #edited = new Set<string>();
  #isAside = false;
  #place = 0;

  /** Line from which a later reading must begin to see all findings that are still open; undefined when there are none. */
  get oldestOpenLine(): number | undefined {
    return this.#open[0]?.run.line;
  }

  /** @returns the actions about findings that this run shows to be gone */
  take(run: ObservedRun): readonly MendedFinding[] {
    this.#place += 1;
    for (const edit of run.edits) {
      this.#edited.add(edit.path);
      for (const open of this.#open) follow(open, edit);
    }
    const { command = '', verdict, findings = [] } = run;
    if (throwsAway.test(command)) {
      this.#open = [];
      this.#edited.clear();
    }
    if (command === '' || verdict === 'unheard' || this.#areAside(command)) return [];
    const left = [...findings];
    const ended = this.#open.filter((open) => hear(open, run, left) === 'ended');
    this.#open = this.#open.filter(
      (open) => !ended.includes(open) && this.#place - open.place < longestWindow,
    );
    const kept = runOf(run);
    for (const finding of left.map(apart))
      this.#open.push({
        ...{ finding, run: kept, place: this.#place, line: finding.line },
        ...{ changes: [], commands: [], goneAt: undefined },
        before:
          this.#edited.size === 0
            ? 'head'
            : finding.isTest || this.#hasEdited(finding.path)
              ? undefined
              : 'elsewhere',
      });
    this.#open = this.#open.slice(-mostOpen);
    return ended.flatMap((open) => mended(open, open.goneAt ?? run));
  }

  #hasEdited(path: string): boolean {
    return [...this.#edited].some((edited) => isSameFile(edited, path));
  }

  /** Whether the session's changes are not all there while a command line runs. */
  #areAside(command: string): boolean {
    const wasAside = this.#isAside;
    const sets = setsAside.test(command);
    this.#isAside = (wasAside || sets) && !bringsBack.test(command);
    return sets || (wasAside && this.#isAside);
  }

  /** Findings that the last runs of their checkers no longer printed, and those that the session left. */
  end(): readonly MendedFinding[] {
    const open = this.#open;
    this.#open = [];
    const left = open.filter(
      ({ goneAt, before, finding, changes }) =>
        goneAt === undefined &&
        (before === 'elsewhere'
          ? !this.#hasEdited(finding.path)
          : before === 'head' && (finding.isTest || changes.length === 0)),
    );
    return [
      ...open.flatMap((one) => (one.goneAt === undefined ? [] : mended(one, one.goneAt))),
      ...left.slice(-mostLeft).map(({ finding, run }) => ({
        ...{ finding, family: run.family, line: run.line, endLine: run.endLine, atMs: run.atMs },
        ...{ way: 'left' as const, path: finding.path, removed: [], added: [] },
      })),
    ];
  }
}

/** @param left findings of the run that are none of those that were open before */
function hear(open: OpenFinding, run: ObservedRun, left: Finding[]): 'open' | 'ended' {
  const { command = '', verdict, findings = [] } = run;
  if (!checksAgain(run, open)) {
    if (verdict === 'passed' && isAct(command)) open.commands.push(command);
    return 'open';
  }
  const still = takeSame(open, left);
  if (still !== undefined) Object.assign(open, seenAgain(open, apart(still)));
  else if (verdict === 'passed' && findings.length === 0) return 'ended';
  else if (!cutting.test(command) && findings.some(({ tool }) => tool === open.finding.tool))
    open.goneAt ??= runOf(run);
  return 'open';
}

function runOf({ line, endLine, atMs, command, family, families }: ObservedRun): RunOfFinding {
  return { line, endLine, ...defined({ atMs, command }), family, families };
}

/** A text that was cut out of an output holds all of it in memory; written anew it does not. */
function apart(finding: Finding): Finding {
  return JSON.parse(JSON.stringify(finding)) as Finding;
}

/** A checker may print paths from its own folder: `src/a.ts` of `web/src/a.ts`. */
function isSameFile(one: string, other: string): boolean {
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
}

/** An edit of its file, and of another file where it names the rule: settings of the checker. */
function follow(open: OpenFinding, { path, added, removed, changes }: FileEdit): void {
  if (!isSameFile(path, open.finding.path)) {
    const names = [...added, ...removed].some((line) => namesRule(line, open.finding.rule));
    if (names) open.changes.push({ path, added, removed });
    return;
  }
  if (changes === undefined) {
    open.changes.push({ path, added, removed });
    return;
  }
  const { line } = open;
  for (const { line: first, added, removed } of changes) {
    const isNear = first <= line + nearBelow && line < first + removed.length + near;
    open.changes.push({ path, isNear, added, removed });
    if (first <= line) open.line += added.length - removed.length;
  }
}

/** Whether a run says something about a finding of an earlier one. */
function checksAgain(
  { command = '', families, findings = [] }: ObservedRun,
  { finding, run }: OpenFinding,
): boolean {
  const before = run.command ?? '';
  if (isSameCommand(command, before)) return true;
  const isChecker =
    families.some((family) => run.families.includes(family)) ||
    findings.some(({ tool }) => tool === finding.tool) ||
    command.includes(finding.tool);
  if (!isChecker || !coversFailure(command, before)) return false;
  const named = bareCommand(command)
    .split(' ')
    .slice(1)
    .filter((word) => namedPath.test(word));
  return named.length === 0 || named.some((word) => isWithin(finding.path, word));
}

function isWithin(path: string, named: string): boolean {
  const folder = named.replace(/^\.\//, '').replace(/\/?(?:\.\.\.)?$/, '');
  return (
    folder === '' ||
    folder === '.' ||
    path === folder ||
    path.startsWith(`${folder}/`) ||
    !path.includes(folder.split('/')[0] ?? '')
  );
}

/** Takes the finding out of those of a later run, if it is there. */
function takeSame({ finding, line }: OpenFinding, left: Finding[]): Finding | undefined {
  const isSameRule = (one: Finding) =>
    one.rule === finding.rule && one.path === finding.path && one.tool === finding.tool;
  const distance = (one: Finding) => Math.abs(one.line - line);
  const [same] = left
    .filter(isSameRule)
    .filter((one) =>
      finding.source === undefined || one.source === undefined
        ? distance(one) <= near
        : one.source === finding.source || distance(one) === 0,
    )
    .sort((a, b) => distance(a) - distance(b));
  if (same !== undefined) left.splice(left.indexOf(same), 1);
  return same;
}

/** The earlier edits did not help. */
function seenAgain(open: OpenFinding, finding: Finding): Partial<OpenFinding> {
  const isTried = open.changes.length > 0;
  return {
    finding,
    line: finding.line,
    goneAt: undefined,
    ...(isTried ? { changes: [], commands: [] } : {}),
  };
}

function mended(
  { finding, run, changes, commands }: OpenFinding,
  end: Pick<ObservedRun, 'line' | 'atMs'>,
): readonly MendedFinding[] {
  const done = finding.isTest ? undefined : tellWay(finding, changes, commands.at(-1));
  return done === undefined
    ? []
    : [{ ...done, finding, family: run.family, line: run.line, endLine: end.line, atMs: end.atMs }];
}
