/** What a table of options gives the part that reads it: of each option one of its choices, else a value of the kind of its default. */
export type SettingsOf<Options> = {
  readonly [Name in keyof Options]: Options[Name] extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : Options[Name] extends { readonly default: infer Default }
      ? Widened<Default>
      : never;
};

type Widened<Value> = Value extends boolean ? boolean : Value extends number ? number : string;
