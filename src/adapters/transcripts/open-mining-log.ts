import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { RedactedText } from '../../model/brands.ts';
import { defined } from '../../model/defined.ts';
import { AfterwitError } from '../../model/errors.ts';
import { type SessionSummary, sessionAgents } from '../../model/session.ts';
import type { MinedTranscript, MiningLog, TranscriptPosition } from '../../ports/transcript-source.ts';
import { fieldsOf, isFields, textOf } from '../../text/json/fields.ts';
import { readRegularFile } from '../system/regular-file.ts';
import { replaceFile } from '../system/replace-file.ts';

const version = 1;
const mostBytes = 268_435_456;
const full: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/**
 * Keeps in a file how far the transcripts of a repository were mined. The user's consent is the name of a second file,
 * because hooks look for it.
 * @param path without an extension
 */
export function openMiningLog(path: string): MiningLog {
  const answers = { yes: `${path}.agreed`, no: `${path}.declined` } as const;
  return {
    read: () => readLog(`${path}.json`),
    write: (transcripts) =>
      write(`${path}.json`, JSON.stringify({ version, transcripts: Object.fromEntries(transcripts) })),
    consent: () => (existsSync(answers.yes) ? 'yes' : existsSync(answers.no) ? 'no' : undefined),
    keepConsent: (consent) => {
      // The other answer goes first: between the two, nothing is agreed to.
      rmSync(answers[consent === 'yes' ? 'no' : 'yes'], { force: true });
      write(answers[consent], '');
    },
  };
}

function readLog(path: string): ReadonlyMap<string, MinedTranscript> | undefined {
  const text = readRegularFile(path, mostBytes, 'followed')?.toString();
  if (text === undefined) return existsSync(path) ? new Map() : undefined;
  try {
    const log = fieldsOf(JSON.parse(text));
    // A log of another version is not taken over: reading again costs only time.
    if (log.version !== version) return new Map();
    return new Map(
      Object.entries(fieldsOf(log.transcripts)).flatMap(([name, told]): [string, MinedTranscript][] => {
        const read = transcriptOf(told);
        return read === undefined ? [] : [[name, read]];
      }),
    );
  } catch {
    return new Map();
  }
}

function transcriptOf(told: unknown): MinedTranscript | undefined {
  const { bytes, modifiedAtMs, position, summary: summed } = fieldsOf(told);
  const summary = summaryOf(summed);
  const place = positionOf(position);
  if (!isCount(bytes) || typeof modifiedAtMs !== 'number' || place === undefined) return undefined;
  return { bytes, modifiedAtMs, position: place, ...defined({ summary }) };
}

function summaryOf(told: unknown): SessionSummary | undefined {
  const { agent: named, session, endedAtMs, request, lessonCount, ...lists } = fieldsOf(told);
  const { files, commits, failing, triedInVain } = lists;
  const agent = sessionAgents.find((one) => one === named);
  if (agent === undefined || !isCount(endedAtMs) || !isCount(lessonCount)) return undefined;
  return {
    ...{ agent, endedAtMs, lessonCount, files: textsOf(files), commits: textsOf(commits) },
    ...(defined({
      session: textOf(session),
      request: textOf(request),
      failing: failingOf(failing),
      triedInVain: triedInVain === undefined ? undefined : textsOf(triedInVain),
    }) as Pick<SessionSummary, 'session' | 'request' | 'failing' | 'triedInVain'>),
  };
}

function failingOf(told: unknown): unknown {
  const { command, error } = fieldsOf(told);
  return typeof command === 'string' && typeof error === 'string' ? { command, error } : undefined;
}

/** They were redacted before they were written. */
function textsOf(told: unknown): readonly RedactedText[] {
  return Array.isArray(told) ? told.filter((one): one is RedactedText => typeof one === 'string') : [];
}

function positionOf(told: unknown): TranscriptPosition | undefined {
  const { offset, line, headDigest, carried } = fieldsOf(told);
  if (!isCount(offset) || !isCount(line) || typeof headDigest !== 'string' || !isFields(carried))
    return undefined;
  const session = textOf(carried.session);
  const directory = textOf(carried.directory);
  const beganIn = textOf(carried.beganIn);
  const answered = textOf(carried.answered);
  const isSubagent = carried.isSubagent === true ? (true as const) : undefined;
  return {
    offset,
    line,
    headDigest,
    carried: defined({ session, directory, beganIn, isSubagent, answered }),
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function write(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    replaceFile(path, text);
  } catch (fault) {
    const code = fault instanceof Error && 'code' in fault ? String(fault.code) : 'unknown';
    throw new AfterwitError(
      full.has(code) ? 'DISK_FULL' : 'HOME_NOT_WRITABLE',
      `How far the sessions were mined cannot be written to ${JSON.stringify(path)} (${code}). What was learned is kept; make room, or give this user the right to write there.`,
      { data: { path, code }, cause: fault },
    );
  }
}
