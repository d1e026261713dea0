import type { FailureEntity, FailureEntityKind } from '../../model/failure.ts';
import { anyQuoted, type EntityShape, entityShapes, numberShapes } from './entity-shapes.ts';

const mostEntities = 24;
const longestName = 120;
/** From here on, ports are given out at random. */
const firstEphemeralPort = 32_768;

const port = /(?:\bport[ :=]{1,3}|(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|::1?\]?):)(\d{2,5})\b/gi;
/** Where a shell that was given its script in words says that it stood. */
const shellPlace = /^\(eval\)/;
/** A kind of failure, where a file might stand: `ENOENT: no such file or directory`. */
const failureKind = /^E[A-Z]{2,14}$|(?:Error|Exception)$/;
const packageVersion =
  /(?:^|[\s'"`(])((?:@[\w.-]{1,60}\/)?[A-Za-z][\w.-]{1,60})(?:@|==)[v^~]?(\d{1,5}(?:\.\d{1,6}){1,3})/g;

/** An error line as it was (secrets taken out), and normalised. */
interface NamedLine {
  readonly redacted: string;
  readonly normalised: string;
}

/** Names that error lines are about, in order, without duplicates, at most 24. */
export function failureEntities(lines: readonly NamedLine[]): readonly FailureEntity[] {
  const kinds = new Map<string, FailureEntityKind>();
  const entities: FailureEntity[] = [];
  const add = (kind: FailureEntityKind, value: string): void => {
    if (value === '' || kinds.has(value) || value.length > longestName || /^(?:__[A-Z]+__|\W+)$/.test(value))
      return;
    if (shellPlace.test(value) || (kind === 'file' && failureKind.test(value))) return;
    if (kind === 'port' && Number(value) >= firstEphemeralPort) return;
    kinds.set(value, kind);
    entities.push({ kind, value });
  };
  const addAll = (shapes: readonly EntityShape[], line: string): void => {
    const lower = line.toLowerCase();
    for (const known of shapes) if (fits(lower, known)) addMatches(known.kind, known.shape, line);
  };
  const addMatches = (kind: FailureEntityKind, shape: RegExp, line: string): void => {
    for (const [, value = ''] of line.matchAll(shape)) add(kind, value.trim());
  };
  for (const { redacted, normalised } of lines) {
    addAll(entityShapes(), normalised);
    addMatches('port', port, redacted);
    addAll(numberShapes(), redacted);
    for (const [, name = '', version = ''] of redacted.matchAll(packageVersion)) {
      add('package', name);
      add('version', `${name} ${version}`);
    }
  }
  // A name keeps the first kind it was given, by whichever line.
  for (const { normalised } of lines) addMatches('name', anyQuoted, normalised);
  return entities.slice(0, mostEntities);
}

function fits(lower: string, { near }: EntityShape): boolean {
  return near.some((words) => lower.includes(words));
}
