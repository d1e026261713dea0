import { type OptionKind, type OptionName, optionDefinitions } from './options.ts';

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

/** Values of one command line; options that were not given are absent. */
export type OptionValues = {
  readonly [Name in OptionName]?: ValueOf<(typeof optionDefinitions)[Name]>;
};

/** Kinds of options that may be repeated; each use adds a value. */
const repeatableKinds: readonly OptionKind[] = ['texts', 'paths'];

/** Whether each use of an option adds a value. */
export function isRepeatable(name: OptionName): boolean {
  return repeatableKinds.includes(optionDefinitions[name].kind);
}
