import { defined } from '../model/defined.ts';
import type { Finding } from '../model/finding.ts';
import type { FileEdit } from '../model/session.ts';
import { bareCommand, coversFailure, isSameCommand } from './command-lines.ts';
import { type DoneAbout, namesRule, type PlacedChange, tellWay } from './finding-ways.ts';
import { type ObservedRun, prepares } from './fix-episode.ts';

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

/** Sets aside the session's changes; with paths or by parts, only some of them. */
const setsAside =
  /\bgit stash(?! +(?:pop|apply|list|show|drop|clear|branch|create|store)\b)(?![^;&|\n]*(?: -- | -[pkS]\b|--(?:patch|keep-index|staged)))([^;&|\n]*)/;
const bringsBack = /\bgit stash +(?:pop|apply)\b/;
const withNewFiles = / (?:-\w*[ua]\w*|--include-untracked|--all)\b/;
const throwsAway =
  /\bgit (?:reset --hard(?: HEAD)?|checkout(?: HEAD)?(?: --)? \.|restore(?: --\S+)* \.)(?=\s*(?:$|[;&|\n]))/;

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
  /** `head`: a run without the session's changes printed it. `elsewhere`: its file was unchanged by the session. */
  before: 'head' | 'elsewhere' | undefined;
}

/** Follows findings through the runs of a session: edits between a run that printed one, and a run without it. */
export class FindingTracker {
  #open: OpenFinding[] = [];
  /** Whether each changed file may be new: no line of it was taken out. */
  readonly #edited = new Map<string, boolean>();
  #isAside: 'all' | 'known' | undefined;
  #place = 0;

  /** Line from which a later reading must begin to see all findings that are still open; undefined when there are none. */
  get oldestOpenLine(): number | undefined {
    return this.#open[0]?.run.line;
  }

  /** @returns the actions about findings that this run shows to be gone */
  take(run: ObservedRun): readonly MendedFinding[] {
    this.#place += 1;
    for (const { path, removed } of run.edits)
      this.#edited.set(path, removed.length === 0 && (this.#edited.get(path) ?? true));
    for (const edit of run.edits) for (const open of this.#open) follow(open, edit);
    const { command = '', verdict, findings = [] } = run;
    if (command === '' || verdict === 'unheard') return [];
    const aside = this.#follow(command);
    const left = [...findings];
    if (aside !== undefined) this.#hearAside(run, left, aside);
    const ended = aside === undefined ? this.#open.filter((open) => hear(open, run, left) === 'ended') : [];
    this.#open = this.#open.filter(
      (open) => !ended.includes(open) && this.#place - open.place < longestWindow,
    );
    const kept = runOf(run);
    for (const finding of left.map(apart))
      this.#open.push({
        ...{ finding, run: kept, place: this.#place, line: finding.line },
        ...{ changes: [], commands: [], goneAt: undefined },
        before: this.#isAtHead(finding, aside)
          ? 'head'
          : finding.isTest || this.#edited.has(finding.path)
            ? undefined
            : 'elsewhere',
      });
    this.#open = this.#open.slice(-mostOpen);
    return ended.flatMap((open) => mended(open, open.goneAt ?? run));
  }

  /** Returns the changes that a command line sets aside for its later commands, or throws away for good. */
  #follow(command: string): 'all' | 'known' | undefined {
    if (throwsAway.test(command)) {
      this.#edited.clear();
      for (const open of this.#open) open.changes = [];
    }
    const set = setsAside.exec(command);
    const back = bringsBack.exec(command);
    const aside =
      set === null
        ? back === null
          ? this.#isAside
          : undefined
        : withNewFiles.test(set[1] ?? '')
          ? 'all'
          : 'known';
    this.#isAside = back !== null && back.index > (set?.index ?? -1) ? undefined : aside;
    return aside;
  }

  /** Whether a finding stands in the code without the session's changes; with known files set aside, new ones stay. */
  #isAtHead({ isTest, path }: Finding, aside: 'all' | 'known' | undefined): boolean {
    if (this.#edited.size === 0 || aside === 'all') return true;
    if (aside === undefined) return false;
    return isTest ? ![...this.#edited.values()].includes(true) : this.#edited.get(path) !== true;
  }

  /** Without the session's changes, a finding still printed was there before; a missing one tells nothing. */
  #hearAside(run: ObservedRun, left: Finding[], aside: 'all' | 'known'): void {
    for (const open of this.#open) {
      const still = checksAgain(run, open) ? takeSame(open, left) : undefined;
      if (still !== undefined && this.#isAtHead(still, aside)) open.before = 'head';
    }
  }

  /** Findings that the last runs of their checkers no longer printed, and those that the session left. */
  end(): readonly MendedFinding[] {
    const open = this.#open;
    this.#open = [];
    const left = open.filter(
      ({ goneAt, before, finding, changes }) =>
        goneAt === undefined &&
        (before === 'elsewhere'
          ? !this.#edited.has(finding.path)
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
    if (verdict === 'passed' && prepares.test(bareCommand(command))) open.commands.push(command);
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

/** An edit of its file, and of another file where it names the rule: settings of the checker. */
function follow(open: OpenFinding, { path, added, removed, changes }: FileEdit): void {
  if (path !== open.finding.path) {
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
