import { shellEdits } from '../../capture/command-lines.ts';
import type { ObservedRun } from '../../capture/fix-episode.ts';
import type { FailureReport } from '../../model/failure.ts';
import type { CallEvent, FileEdit, ResultEvent } from '../../model/session.ts';
import { readCommand } from '../../query/commands/command-signature.ts';
import { describesFailure, neverRanAt, onlyShows } from '../../query/describes-failure.ts';
import { readFindings } from '../../query/findings/read-findings.ts';
import { openToolEnvelope } from '../../query/logs/read-log.ts';
import { profileFailure } from '../../query/profile-failure.ts';
import { saysNothing } from '../../query/told/sketch-failure.ts';
import { headOf, tailOf } from '../../redaction/redact.ts';
import { tellingLine } from '../../wording/telling-line.ts';

const longestOutput = 65_536;
/** The most telling come first. */
const tellingLines = 3;
/** `Caused by:` */
const announcement = /:\s*$/;
/** Stopped by a sandbox, or by the network that one shuts off: this reason says nothing about the code. */
const denied =
  /Operation not permitted|Read-only file system|sandbox[^\n]{0,40}(?:den(?:y|ied)|block)|(?:listen|connect|bind) EPERM|(?:Could not|couldn't|failed to) (?:resolve host|lookup address|resolve address)|Temporary failure in name resolution|ENOTFOUND|EAI_AGAIN/i;

interface ObservedPlace {
  readonly worktree: string | undefined;
  readonly relative: (path: string) => string;
}

/** A tool call with its answer, in the form for capture. Undefined where it neither ran a command nor edited a file. */
export function observeRun(
  asked: CallEvent,
  result: ResultEvent,
  place: ObservedPlace,
): ObservedRun | undefined {
  const call = { ...asked, edits: result.edits ?? asked.edits };
  const { command } = call;
  if (command === undefined && call.edits.length === 0) return undefined;
  const opened = openToolEnvelope(result.output);
  const exitCode = result.exitCode ?? opened.exitCode ?? (result.isError ? 1 : undefined);
  const hasRun = !(result.isError && neverRanAt(opened.output));
  const { signature, families } = readCommand(command ?? '');
  const shows = onlyShows(command, signature);
  const verdict =
    command === undefined
      ? editVerdict(result)
      : verdictOf({ command, output: opened.output, exitCode }, { hasRun, shows });
  const atMs = result.atMs ?? call.atMs;
  const moment = {
    line: call.line,
    endLine: result.line,
    ...(atMs === undefined ? {} : { atMs }),
    edits: editsOf(call, verdict).map((edit): FileEdit => ({ ...edit, path: place.relative(edit.path) })),
    ...(exitCode === undefined ? {} : { exitCode }),
  } as const;
  if (command === undefined)
    return { ...moment, family: '', families: [], verdict, onlyShows: false, output: '', errorLines: [] };
  const said = {
    command,
    family: signature?.family ?? '',
    families,
    verdict,
    onlyShows: shows,
    findings: shows || !hasRun ? [] : readFindings(boundedOutput(opened.output), place.worktree),
  };
  if (verdict !== 'failed') return { ...moment, ...said, output: '', errorLines: [] };
  const output = boundedOutput(opened.output);
  const profile = profileFailure(
    { command, output, exitCode, worktree: place.worktree },
    { isSketched: false },
  );
  const { errorLines } = profile;
  const reasons = errorLines.filter((line) => !announcement.test(line)).slice(0, tellingLines);
  if (reasons.some((line) => denied.test(line)))
    return { ...moment, ...said, verdict: 'unheard', output: '', errorLines: [] };
  const telling = tellingLine(profile);
  return {
    ...{ ...moment, ...said, output, errorLines },
    ...(telling === undefined ? {} : { telling }),
    ...(errorLines.every(saysNothing) ? { saysNothing: true } : {}),
  };
}

function verdictOf(
  report: Pick<FailureReport, 'command' | 'output' | 'exitCode'>,
  { hasRun, shows }: { readonly hasRun: boolean; readonly shows: boolean },
): ObservedRun['verdict'] {
  if (!hasRun) return 'unheard';
  const { output, exitCode } = report;
  if (describesFailure(report, shows)) return output.trim() === '' ? 'unheard' : 'failed';
  return exitCode === undefined || exitCode === 0 ? 'passed' : 'unheard';
}

/** A line that edits and then tests has edited, however the test ends. */
function editsOf({ command, edits }: CallEvent, verdict: ObservedRun['verdict']): readonly FileEdit[] {
  if (verdict === 'unheard') return [];
  return command === undefined ? edits : [...edits, ...shellEdits(command)];
}

function editVerdict({ isError, exitCode }: ResultEvent): ObservedRun['verdict'] {
  return isError || (exitCode ?? 0) !== 0 ? 'unheard' : 'passed';
}

function boundedOutput(output: string): string {
  if (output.length <= longestOutput) return output;
  return `${headOf(output, longestOutput / 4)}\n…\n${tailOf(output, longestOutput * 0.75)}`;
}
