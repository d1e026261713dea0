import type { commonOptions, OptionKind, OwnOption, ownOptions } from './options.ts';

interface ValueOfKind {
  readonly switch: boolean;
  readonly text: string;
  readonly path: string;
  readonly count: number;
  readonly bytes: number;
  readonly share: number;
  readonly exitCode: number;
  readonly texts: readonly string[];
  readonly paths: readonly string[];
}

type ValueOf<Definition> = Definition extends {
  readonly kind: infer Kind;
  readonly choices: readonly (infer Choice)[];
}
  ? { readonly choice: Choice; readonly choices: readonly Choice[] }[Kind & ('choice' | 'choices')]
  : Definition extends { readonly kind: keyof ValueOfKind }
    ? ValueOfKind[Definition['kind']]
    : never;

type OwnDefinitions = typeof commonOptions & typeof ownOptions;

/** Values of one command line; options that were not given are absent. Those of operations are read by `readInput`. */
export type OptionValues = {
  readonly [Name in OwnOption]?: ValueOf<OwnDefinitions[Name]>;
};

/** Kinds of options that may be repeated; each use adds a value. */
const repeatableKinds: readonly OptionKind[] = ['texts', 'paths'];

/** Whether each use of an option adds a value. */
export function isRepeatable({ kind }: { readonly kind: OptionKind }): boolean {
  return repeatableKinds.includes(kind);
}
