import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { SessionAgent, SessionEvent } from '../../model/session.ts';
import type {
  CarriedFacts,
  SessionForm,
  SessionRows,
  TranscriptFile,
  TranscriptPlace,
  TranscriptPosition,
  TranscriptSource,
  TranscriptStep,
} from '../../ports/transcript-source.ts';
import { isFields, parsedJson } from '../../text/json/fields.ts';
import { type FileLine, headDigestOf, readHead, readLines } from './read-lines.ts';

/** A session that does not say where it began within so many lines is not looked into any further. */
const firstLines = 50;
/** Most sessions say it at once. */
const firstBytes = [8_192, 262_144] as const;

/** Transcripts on this machine. @param own the folders of the agents themselves */
export function openTranscriptSource(
  forms: SessionForms,
  own: readonly TranscriptPlace[],
  rows: SessionRows,
): TranscriptSource {
  const on = { forms, rows };
  return {
    list: (places) => findTranscripts(places?.map((path) => ({ path })) ?? own, on),
    directoryOf: (file) => directoryOf(file, on),
    read: (file, options = {}) => readTranscript(file, options, on),
  };
}

interface Reading {
  readonly forms: SessionForms;
  readonly rows: SessionRows;
}

async function* readTranscript(
  file: TranscriptFile,
  { from, signal }: NonNullable<Parameters<TranscriptSource['read']>[1]>,
  { forms, rows }: Reading,
): AsyncGenerator<TranscriptStep> {
  const session = sessionIn(file.path);
  const headDigest = session ?? headDigestOf(file.path, from?.headDigest);
  if (headDigest === undefined) return;
  const isContinued = from !== undefined && from.headDigest === headDigest && from.offset <= file.bytes;
  let line = isContinued ? from.line : 0;
  let carried: CarriedFacts = isContinued ? from.carried : {};
  const offset = isContinued ? from.offset : 0;
  const read =
    session === undefined
      ? readLines(file.path, offset, signal)
      : rowLines(file.path, { offset, line }, rows);
  for await (const lines of read) {
    signal?.throwIfAborted();
    for (const one of lines) {
      const step = readLine(one, { form: forms[file.agent], line: line + 1, carried });
      if (step === undefined) return;
      line += 1;
      carried = step.carried;
      const position: TranscriptPosition = { offset: one.endOffset, line, headDigest, carried };
      yield { events: step.events, position, ...(step.skipped && { skipped: step.skipped }) };
    }
  }
}

interface ReadLine {
  readonly events: readonly SessionEvent[];
  readonly carried: CarriedFacts;
  readonly skipped?: NonNullable<TranscriptStep['skipped']>;
}

/** Undefined for a last line that is torn: it is read when the rest of it is there. */
function readLine(
  { text, isTorn }: FileLine,
  { form, line, carried }: { form: SessionForm; line: number; carried: CarriedFacts },
): ReadLine | undefined {
  const nothing = { events: [], carried };
  if (text === undefined) return isTorn ? undefined : { ...nothing, skipped: 'too_long' };
  if (text.trim() === '') return nothing;
  const entry = parsedJson(text);
  if (entry === undefined) return isTorn ? undefined : { ...nothing, skipped: 'not_json' };
  const reading = isFields(entry) ? form.readLine(entry, line, carried) : undefined;
  if (reading === undefined) return { ...nothing, skipped: 'unknown_form' };
  const beganIn = carried.beganIn ?? reading.carried.directory;
  return {
    events: reading.events,
    carried: { ...carried, ...reading.carried, ...(beganIn === undefined ? {} : { beganIn }) },
  };
}

/** A session of a database is named as if it were a file in it. */
function sessionIn(path: string): string | undefined {
  return databaseName.test(basename(dirname(path))) ? basename(path) : undefined;
}

function* rowLines(
  path: string,
  { offset, line }: Pick<TranscriptPosition, 'offset' | 'line'>,
  rows: SessionRows,
): Generator<readonly FileLine[]> {
  let endOffset = offset;
  for (const texts of rows.read(dirname(path), basename(path), line))
    yield texts.map((text) => {
      endOffset += Buffer.byteLength(text);
      return { text, endOffset, isTorn: false };
    });
}

function directoryOf(file: TranscriptFile, { forms, rows }: Reading): string | undefined {
  const form = forms[file.agent];
  const session = sessionIn(file.path);
  if (session !== undefined) {
    const [first = []] = rows.read(dirname(file.path), session, 0);
    return directoryIn(first, form);
  }
  for (const bytes of firstBytes) {
    const head = readHead(file.path, bytes);
    const found = head && directoryIn(head.toString('utf8').split('\n', firstLines), form);
    if (found !== undefined || head === undefined || head.length < bytes) return found;
  }
  return undefined;
}

function directoryIn(first: readonly string[], form: SessionForm): string | undefined {
  for (const [at, text] of first.entries()) {
    const read = readLine({ text, endOffset: 0, isTorn: false }, { form, line: at + 1, carried: {} });
    if (read?.carried.directory !== undefined) return read.carried.directory;
  }
  return undefined;
}

/** Agents keep theirs two to four folders deep. */
const deepest = 8;
const mostFiles = 100_000;
const headBytes = 2_048;
/** The database in which OpenCode keeps its sessions. */
const databaseName = /^opencode[\w-]{0,40}\.db$/;

/** How the agents write their sessions; a file that lies anywhere is the first's that may have written it. */
type SessionForms = Readonly<Record<SessionAgent, SessionForm>>;

/** Finds transcripts in files and folders, oldest first. Links are not followed; unreadable ones are left out. */
function findTranscripts(places: readonly TranscriptPlace[], on: Reading): readonly TranscriptFile[] {
  const found = new Map<string, TranscriptFile>();
  for (const { path, agent } of places) collect(path, agent, 0, { found, ...on });
  return [...found.values()].sort((a, b) => a.modifiedAtMs - b.modifiedAtMs || (a.path < b.path ? -1 : 1));
}

function collect(
  path: string,
  agent: SessionAgent | undefined,
  depth: number,
  into: Reading & { readonly found: Map<string, TranscriptFile> },
): void {
  const stats = statsOf(path);
  if (stats?.isDirectory() && depth < deepest) {
    for (const name of namesIn(path)) collect(join(path, name), agent, depth + 1, into);
  } else if (stats?.isFile() && databaseName.test(basename(path))) {
    const own = into.rows.list(path) ?? [{ ...sizeOf(stats), isUnreadable: true as const, session: '' }];
    for (const { session, ...file } of own)
      into.found.set(join(path, session), { path: join(path, session), agent: 'opencode', ...file });
  } else if (stats?.isFile() && path.endsWith('.jsonl') && into.found.size < mostFiles) {
    const by = agent ?? agentOf(path, into.forms);
    if (by === undefined) return;
    into.found.set(path, { path, agent: by, ...sizeOf(stats) });
  }
}

function sizeOf({ size, mtimeMs }: Stats): Pick<TranscriptFile, 'bytes' | 'modifiedAtMs'> {
  return { bytes: size, modifiedAtMs: Math.floor(mtimeMs) };
}

function agentOf(path: string, forms: SessionForms): SessionAgent | undefined {
  const file = { name: basename(path), head: readHead(path, headBytes)?.toString('utf8') ?? '' };
  const agents = Object.keys(forms) as SessionAgent[];
  return agents.find((agent) => forms[agent].wrote(file));
}

function statsOf(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path).sort();
  } catch {
    return [];
  }
}
