import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { AfterwitError } from '../../model/errors.ts';
import type { MinedTranscript, MiningLog } from '../../ports/transcript-source.ts';
import { fieldsOf, parsedJson } from '../../text/json/fields.ts';
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

/** A log of another version is not taken over, as a damaged one is not: reading again costs only time. */
function readLog(path: string): ReadonlyMap<string, MinedTranscript> | undefined {
  const text = readRegularFile(path, mostBytes, 'followed')?.toString();
  if (text === undefined) return existsSync(path) ? new Map() : undefined;
  const log = fieldsOf(parsedJson(text));
  const read = log.version === version ? Object.entries(fieldsOf(log.transcripts)) : [];
  return new Map(read as [string, MinedTranscript][]);
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
