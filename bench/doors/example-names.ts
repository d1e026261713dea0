import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Memory } from '../../src/index.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Names that one example is about. */
export interface ExampleNames {
  /** `billing_export` */
  readonly module: string;
  /** `BillingExport` */
  readonly type: string;
  /** `parseTimeout` */
  readonly call: string;
  readonly folder: string;
  /** `keeps_empty_rows` */
  readonly test: string;
  /** `BILLING_EXPORT_TIMEOUT` */
  readonly variable: string;
  readonly library: string;
  readonly port: number;
}

const { lessons, ...lists } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'example-names.json'), 'utf8'),
);

/** Memories that resolve no failure; `{module}` stands for a name. */
export const lessonShapes: readonly {
  readonly type: NonNullable<Parameters<Memory['remember']>[0]['type']>;
  readonly content: string;
}[] = lessons;

const words = (name: string): readonly string[] => lists[name].split(' ');
const [subjects, parts, verbs] = [words('subjects'), words('parts'), words('verbs')];
const [aspects, folders, states] = [words('aspects'), words('folders'), words('states')];
const libraries = words('libraries');

export function exampleNames(random: SeededRandom): ExampleNames {
  const subject = random.pick(subjects);
  const part = random.pick(parts);
  const verb = random.pick(verbs);
  const aspect = random.pick(aspects);
  return {
    module: `${subject}_${part}`,
    type: capitalise(subject) + capitalise(part),
    call: verb + capitalise(aspect),
    folder: random.pick(folders),
    test: `${verb}s_${random.pick(states)}_${aspect}s`,
    variable: `${subject}_${aspect}`.toUpperCase(),
    library: random.pick(libraries),
    port: 3_000 + random.below(6_000),
  };
}

function capitalise(word: string): string {
  return word[0]?.toUpperCase() + word.slice(1);
}
