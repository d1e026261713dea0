import { isAfterwitError } from '../../model/errors.ts';
import type { TeamOperation } from '../../model/team-operation.ts';
import { decodeOperation, encodeOperation } from '../../text/json/team-operation-line.ts';

/** Operations in one file of a log: a push writes the last file anew, and no other. */
export const fileLength = 200;

/** The log of one machine, as the mirror has it. */
export interface Log {
  readonly commit: string;
  readonly held: number;
  /** Number of rewrites, so that a forgotten memory is in no history of it. */
  readonly rewrites: number;
}

export interface NewCommit {
  readonly message: string;
  readonly parent?: string | undefined;
  readonly files: readonly (readonly [name: string, text: string])[];
}

/** The stream that `git fast-import` reads. It leaves out the time, which would tell when a machine was used. */
export function fastImport(ref: string, { message, parent, files }: NewCommit): string {
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  return [
    `commit ${ref}\n`,
    'committer afterwit <afterwit@localhost> 0 +0000\n',
    data(message),
    parent === undefined ? '' : `from ${parent}\n`,
    ...files.map(([name, text]) => `M 100644 inline ${name}\n${data(text)}`),
    '\n',
  ].join('');
}

export function subjectOf({ held, rewrites }: Pick<Log, 'held' | 'rewrites'>): string {
  return `${held} operations, rewritten ${rewrites}`;
}

export function firstOfFile(seq: number): number {
  return seq - ((seq - 1) % fileLength);
}

export function fileName(start: number): string {
  return String(start).padStart(10, '0');
}

/** Operations in files; the first begins one. */
export function filesOf(operations: readonly TeamOperation[]): NewCommit['files'] {
  const files = Map.groupBy(operations, ({ seq }) => firstOfFile(seq));
  return [...files].map(([start, those]) => [
    fileName(start),
    those.map((operation) => `${encodeOperation(operation)}\n`).join(''),
  ]);
}

/** Undefined where a line is no operation. */
export function decodeAll(lines: readonly string[]): readonly TeamOperation[] | undefined {
  try {
    return lines.map(decodeOperation);
  } catch (fault) {
    if (isAfterwitError(fault)) return undefined;
    throw fault;
  }
}

/** Contents in the answer of `git cat-file --batch`; a missing object has none. */
export function blobsIn(answer: Buffer): readonly string[] {
  const blobs: string[] = [];
  for (let at = 0; at < answer.length; ) {
    const end = answer.indexOf(10, at);
    const size = / blob (\d+)$/.exec(answer.toString('utf8', at, end))?.[1];
    at = end + 1;
    if (size === undefined) continue;
    blobs.push(answer.toString('utf8', at, at + Number(size)));
    at += Number(size) + 1;
  }
  return blobs;
}
