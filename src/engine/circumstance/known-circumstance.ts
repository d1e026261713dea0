import {
  type CircumstanceSketch,
  isCircumstance,
  readSketch,
} from '../../failures/circumstance/circumstance-sketch.ts';
import type { CircumstanceSettings } from '../../failures/options.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { ItemReader } from '../../ports/item-store.ts';
import { commandSignature } from '../../query/commands/command-signature.ts';
import { redact } from '../../redaction/redact.ts';
import { type HashKey, hashKeyFrom, keyedHash } from '../../text/keyed-hash.ts';

/** The runs of one command family in one repository. */
export interface CircumstancePlace {
  readonly repositoryId?: RepositoryId | undefined;
  readonly command?: string | undefined;
}

/** What such runs have taught. */
export interface KnownCircumstance {
  readonly repositoryId: RepositoryId;
  readonly key: HashKey;
  /** Keyed hash of the command family. */
  readonly family: number;
  readonly sketch: CircumstanceSketch;
}

type Reader = Pick<ItemReader, 'circumstanceSalt' | 'circumstance'>;

/** Undefined where nothing can be known: no repository, no command that starts a program, no salt yet. */
export function knownCircumstance(
  reader: Reader,
  { repositoryId, command }: CircumstancePlace,
): KnownCircumstance | undefined {
  if (repositoryId === undefined || command === undefined) return undefined;
  const salt = reader.circumstanceSalt();
  if (salt === undefined) return undefined;
  const name = commandSignature(redact(command))?.family;
  if (name === undefined) return undefined;
  const key = hashKeyFrom(salt);
  const family = familyHash(key, name);
  return { repositoryId, key, family, sketch: readSketch(reader.circumstance(repositoryId, family)) };
}

/** What a command family is kept under: its name is no more written down than its lines. */
export function familyHash(key: HashKey, family: string): number {
  return keyedHash(key, `family ${family}`);
}

/** Whether a line is known from runs that passed; undefined where nothing was learned, or nothing is to be. */
export function circumstanceTest(
  reader: Reader,
  place: CircumstancePlace,
  { learnCircumstance }: CircumstanceSettings,
): ((line: string) => boolean) | undefined {
  const known = learnCircumstance === 'on' ? knownCircumstance(reader, place) : undefined;
  if (known === undefined || known.sketch.size === 0) return undefined;
  return (line) => isCircumstance(known.sketch, line, known.key);
}
