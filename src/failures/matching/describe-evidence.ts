import type { EvidencePoint, FailureEvidence } from '../../model/evidence.ts';
import type { FailureEntity, FailureProfile } from '../../model/failure.ts';
import { folderOf } from '../../text/path-role.ts';
import { errorSimilarity } from './failure-words.ts';

/** From this similarity on, two errors look the same to a person. */
const readsTheSame = 0.9;
const readsAlike = 0.5;
const mostNames = 3;
const mostTests = 1;
/**
 * Kinds of names whose differences mean nothing: any quoted word is a `name`, and versions change with every release.
 */
const tellsNothing: ReadonlySet<FailureEntity['kind']> = new Set(['version', 'name']);

/** Agreements and differences of two failures, in words, to help decide whether to rely on the match. */
export function describeEvidence(query: FailureProfile, known: FailureProfile): FailureEvidence {
  const compared = [
    compareErrors(query, known),
    compareValues('kind', query.exceptionTypes, known.exceptionTypes),
    compareOne('family', query.family?.name, known.family?.name),
    ...compareNames(query.entities, known.entities),
    compareOne('command', query.command?.family, known.command?.family),
    compareFiles(query, known),
    compareFrames(query, known),
  ];
  return {
    agrees: compared.flatMap(({ agrees = [] }) => agrees),
    differs: compared.flatMap(({ differs = [] }) => differs),
  };
}

interface Compared {
  readonly agrees?: readonly EvidencePoint[];
  readonly differs?: readonly EvidencePoint[];
}

function compareErrors(query: FailureProfile, known: FailureProfile): Compared {
  if (query.errorLines.length === 0 || known.errorLines.length === 0) return {};
  const value = errorSimilarity(query.errorLines, known.errorLines);
  const isSame = value >= readsTheSame && query.errorLines[0] === known.errorLines[0];
  if (isSame) return { agrees: [{ aspect: 'error', words: 'the error reads the same' }] };
  const share = `${Math.round(value * 100)}%`;
  if (value >= readsAlike)
    return { agrees: [{ aspect: 'error', words: `the error reads alike (${share})` }] };
  return { differs: [{ aspect: 'error', words: `the error reads differently (${share} alike)` }] };
}

/** Compares two sets of values: common values agree; the sets differ only if they have none in common. */
function compareValues(
  aspect: EvidencePoint['aspect'],
  query: readonly string[],
  known: readonly string[],
  most = mostNames,
): Compared {
  const held = new Set(known);
  const shared = [...new Set(query)].filter((value) => held.has(value));
  if (shared.length > 0) return { agrees: [{ aspect, words: list(shared, most) }] };
  return compareOne(aspect, query[0], known[0]);
}

function list(values: readonly string[], most: number): string {
  const rest = values.length - most;
  return [...values.slice(0, most), ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}

function compareOne(
  aspect: EvidencePoint['aspect'],
  query: string | undefined,
  known: string | undefined,
): Compared {
  if (query === undefined || known === undefined) return {};
  if (query === known) return { agrees: [{ aspect, words: query }] };
  return { differs: [{ aspect, words: `${query}, not ${known}` }] };
}

function compareNames(query: readonly FailureEntity[], known: readonly FailureEntity[]): readonly Compared[] {
  const kinds = [...new Set(query.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const valuesOf = (entities: readonly FailureEntity[]) =>
      entities.filter((entity) => entity.kind === kind).map(({ value }) => value);
    const { agrees = [], differs = [] } = compareValues(
      'name',
      valuesOf(query),
      valuesOf(known),
      kind === 'test' ? mostTests : mostNames,
    );
    const label = kind === 'name' ? '' : `${kind.replaceAll('_', ' ')} `;
    const named = (point: EvidencePoint) => ({ ...point, words: `${label}${point.words}` });
    return { agrees: agrees.map(named), differs: tellsNothing.has(kind) ? [] : differs.map(named) };
  });
}

function compareFiles({ file: query }: FailureProfile, { file: known }: FailureProfile): Compared {
  if (query === undefined || known === undefined) return {};
  if (query === known) return { agrees: [{ aspect: 'file', words: query }] };
  const folder = folderOf(query);
  if (folder !== '' && folder === folderOf(known))
    return { agrees: [{ aspect: 'file', words: `a file of ${folder}` }] };
  return { differs: [{ aspect: 'file', words: `${query}, not ${known}` }] };
}

function compareFrames(
  { frames: query = [] }: FailureProfile,
  { frames: known = [] }: FailureProfile,
): Compared {
  const [inner, knownInner] = [query.at(-1), known.at(-1)].map(
    (frame) => frame && [frame.path, frame.function].filter(Boolean).join(':'),
  );
  return compareOne('stack', inner, knownInner);
}
