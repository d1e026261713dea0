import type { MinedLesson, MiningReport, TranscriptCount } from '../../model/session.ts';
import { formatDate } from '../../wording/format-date.ts';
import { countOf, formatBytes, formatCount, formatDuration } from '../../wording/format-number.ts';
import { paragraph } from '../terminal/layout.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { blank, itemMark, labelled, type Page, sentence, textLines } from './page.ts';
import { type NextStep, renderNextSteps } from './render-next-steps.ts';

const shownLessons = 20;
const indent = 2;
const agentNames: Readonly<Record<TranscriptCount['agent'], string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
};

/** Answer of `mine-sessions`. */
export function renderMined(report: MiningReport, page: Page): readonly Line[] {
  const { preview, transcripts, lessons, bytesRead, tookMs } = report;
  if (transcripts.length === 0) return renderNone(report, page);
  const fresh = onceEach(lessons.filter(({ fate }) => fate !== 'known'));
  const shown = fresh.slice(-shownLessons);
  const verdict = preview
    ? `${countOf(fresh.length, 'lesson')} would be learned`
    : `${countOf(fresh.length, 'lesson')} learned`;
  return [
    ...sentence(page, span(verdict, 'bold'), ` from ${describeTranscripts(transcripts)}.`),
    ...sentence(page, span(describeReading(report, bytesRead, tookMs), 'dim')),
    ...(fresh.length > shown.length
      ? [blank, line(span(`The last ${shownLessons}; --json has all of them`, 'dim'))]
      : []),
    ...shown.flatMap((lesson) => [blank, ...renderLesson(lesson, page)]),
    ...renderSkipped(report, page),
    ...renderNextSteps('Next', nextSteps(report, fresh), page),
  ];
}

/** `45 transcripts of Claude Code and 30 of Codex`. */
export function describeTranscripts(transcripts: readonly TranscriptCount[]): string {
  return transcripts
    .map(({ agent, files }, place) =>
      place === 0
        ? `${countOf(files, 'transcript')} of ${agentNames[agent]}`
        : `${formatCount(files)} of ${agentNames[agent]}`,
    )
    .join(' and ');
}

function describeReading(
  { unchangedFiles, redactedSecrets }: MiningReport,
  bytes: number,
  tookMs: number,
): string {
  const unchanged = unchangedFiles === 0 ? '' : `; ${countOf(unchangedFiles, 'file')} as before`;
  const secrets = redactedSecrets === 0 ? '' : `; ${countOf(redactedSecrets, 'secret')} removed`;
  return `${formatBytes(bytes)} read in ${formatDuration(tookMs)}${unchanged}${secrets}.`;
}

function renderNone({ otherFiles }: MiningReport, page: Page): readonly Line[] {
  const others = otherFiles === 0 ? '' : ` ${countOf(otherFiles, 'transcript')} are of sessions elsewhere.`;
  return [
    ...sentence(page, span('No sessions', 'bold'), ` of an agent in this repository were found.${others}`),
    ...renderNextSteps(
      'Next',
      [
        {
          command: 'afterwit mine-sessions --folder DIR',
          why: 'the clone lay there when the agent worked in it',
        },
        { command: 'afterwit mine-sessions PATH…', why: 'the transcripts lie elsewhere' },
      ],
      page,
    ),
  ];
}

/** What several sessions taught is one lesson: told as the latest of them has it. */
function onceEach(lessons: readonly MinedLesson[]): readonly MinedLesson[] {
  return [...new Map(lessons.map((lesson) => [lesson.itemId ?? lesson, lesson])).values()];
}

function renderLesson(
  { text, error, command, itemId, fate, type, evidence }: MinedLesson,
  page: Page,
): readonly Line[] {
  const mark = itemId === undefined ? [] : [itemMark(itemId), '  '];
  const title =
    command === undefined
      ? type.replace('_', ' ')
      : `${command} failed${error === undefined ? '' : `: ${error}`}`;
  const { line: failedAt, passedAtLine, atMs, session = evidence.transcript } = evidence;
  const lines = passedAtLine === undefined ? `line ${failedAt}` : `lines ${failedAt} to ${passedAtLine}`;
  const when = atMs === undefined ? '' : `, ${formatDate(atMs, page.nowMs)}`;
  return [
    ...paragraph(line(span(title, 'bold')), { width: page.width, lead: line(...mark) }),
    ...textLines(text, page, indent * 2),
    ...labelled('from', [span(`session ${session}, ${lines}${when}`, 'dim')], page, indent),
    ...(fate === 'needs_review'
      ? labelled('waits', [span('it may be known, or contradicts what is', 'yellow')], page, indent)
      : []),
  ];
}

function renderSkipped({ skippedLineCount, skippedLines }: MiningReport, page: Page): readonly Line[] {
  const [first] = skippedLines;
  if (first === undefined) return [];
  const words = {
    not_json: 'it is no JSON',
    too_long: 'it is too long',
    unknown_form: 'its form is not known',
    not_kept: 'what it taught could not be kept',
  };
  const where = `${first.transcript}, line ${first.line}: ${words[first.reason]}`;
  return [
    blank,
    ...sentence(
      page,
      span(`${countOf(skippedLineCount, 'line')} could not be used`, 'yellow'),
      `, the first in ${where}.`,
    ),
  ];
}

function nextSteps({ preview }: MiningReport, fresh: readonly MinedLesson[]): readonly NextStep[] {
  if (fresh.length === 0) return [];
  if (preview) return [{ command: 'afterwit mine-sessions', why: 'learn them' }];
  const [first] = fresh;
  return [
    {
      command: 'afterwit review',
      why: 'approve what is right: until then an agent is shown unasked, at most, the change or the command',
    },
    ...(first === undefined
      ? []
      : [
          { command: `afterwit forget --origin transcript:${first.evidence.agent}`, why: 'forget all of it' },
        ]),
  ];
}
