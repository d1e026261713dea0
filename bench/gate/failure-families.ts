import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillNames } from '../datasets/fill-names.ts';

/** Names that a failure is about; drawn anew for every memory. */
export interface FailureSlots {
  readonly project: string;
  readonly module: string;
  readonly key: string;
  readonly table: string;
  readonly area: string;
  readonly revision: string;
  readonly port: number;
}

/** Where it happens: what tells two causes of one message apart. */
export interface Circumstance {
  readonly command: string;
  /** Frames of the project, outermost first: file and function. */
  readonly frames: readonly (readonly [file: string, name: string])[];
  readonly environment: string;
  readonly rootCause: string;
  readonly fix: string;
}

/** A family of failures as the file beside this one has it: `{table}` stands for a name, `{KEY}` for one in capitals. */
interface FamilyRow {
  readonly name: string;
  /** The family whose failures print the same for another cause, and the one sign that still tells the two apart. */
  readonly confusedWith?: { readonly family: string; readonly toldBy: 'stack' | 'environment' };
  /** Which half of the benchmark: priors are learned on one, figures are told of the other. */
  readonly half: 'development' | 'judged';
  /** Its output, with the line that says why at the end. */
  readonly surface: readonly string[];
  /** The same in a person's words. */
  readonly retold: string;
  /** Two: the variants of one memory. */
  readonly circumstances: readonly [Circumstance, Circumstance];
}

export interface FailureFamily extends Pick<FamilyRow, 'name' | 'confusedWith' | 'half'> {
  /** What it says and where it happens, about these names. */
  about(slots: FailureSlots): Pick<FamilyRow, 'surface' | 'retold' | 'circumstances'>;
}

/** The families of failures that the paper names (Section 3.2), and its five confusable pairs (Section 1). */
export const failureFamilies: readonly FailureFamily[] = readRows().map(
  ({ surface, retold, circumstances, ...family }) => ({
    ...family,
    about: (slots) =>
      fillNames({ surface, retold, circumstances }, { ...slots, KEY: slots.key.toUpperCase() }),
  }),
);

function readRows(): readonly FamilyRow[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'failure-families.json'), 'utf8'));
}

const firsts =
  'amber basin cedar delta ember fjord grove haven inlet juniper kelp lumen marsh nimbus orchid pebble quartz raven sable tundra umber violet willow zephyr'.split(
    ' ',
  );
const seconds =
  'audit billing catalog dispatch export fleet gateway harvest intake journal kernel ledger metrics notify orders parser queue roster search tenant upload vault webhook yield'.split(
    ' ',
  );

/** Names for one memory: none of them is drawn twice within `taken`. */
export function drawSlots(random: () => number, taken: Set<string>): FailureSlots {
  const word = (): string => {
    for (;;) {
      const name = `${pick(firsts, random)}_${pick(seconds, random)}${random() < 0.5 ? '' : `_${pick(firsts, random)}`}`;
      if (taken.has(name)) continue;
      taken.add(name);
      return name;
    }
  };
  return {
    project: pick(firsts, random),
    module: word(),
    key: word(),
    table: word(),
    area: pick(seconds, random),
    revision: `00${10 + Math.floor(random() * 80)}_${pick(seconds, random)}`,
    port: 3000 + Math.floor(random() * 6000),
  };
}

export function pick<T>(all: readonly T[], random: () => number): T {
  return all[Math.floor(random() * all.length)] as T;
}
