import type { FailureProfile } from '../model/failure.ts';

type SignatureKind = 'command' | 'path' | 'stack' | 'environment';

/** One side of a failure in a form that can be compared by equality. */
interface Signature {
  readonly kind: SignatureKind;
  /** Readable: `npm run test .ts`, `src/query/*.ts`, `main.py > ledger/report.py:start`. */
  readonly label: string;
  /** SHA-256 of kind and label, hexadecimal. */
  readonly digest: string;
}

const mostFrames = 6;
const separator = ' > ';

/** Signatures of a failure (RSCB-MC, Section 2.1), of each kind at most one; none of a kind it says nothing about. */
export function signatures(profile: FailureProfile): readonly Signature[] {
  const { command, environment = [] } = profile;
  return [
    ...signature('command', [command?.family, command?.target]),
    ...signature('path', [pathPattern(profile.file ?? profile.frames?.at(-1)?.path)]),
    ...signature('stack', [stackLabel(profile)]),
    ...signature('environment', environment.toSorted()),
  ];
}

function signature(kind: SignatureKind, parts: readonly (string | undefined)[]): readonly Signature[] {
  const label = parts.filter(Boolean).join(' ');
  return label === '' ? [] : [{ kind, label, digest: digestOf(`${kind}\n${label}`) }];
}

/** Folder and extension: two files of one folder and language are alike. */
function pathPattern(path: string | undefined): string | undefined {
  if (path === undefined || path === '') return undefined;
  const slash = path.lastIndexOf('/');
  const extension = /\.[A-Za-z]\w{0,7}$/.exec(path)?.[0];
  return `${path.slice(0, slash + 1)}*${extension ?? ''}`;
}

function stackLabel({ frames = [] }: FailureProfile): string {
  return frames
    .slice(-mostFrames)
    .map((frame) => (frame.function === undefined ? frame.path : `${frame.path}:${frame.function}`))
    .join(separator);
}

function digestOf(text: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(text).digest('hex');
}
