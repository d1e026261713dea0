/** Settings of a part, from its table of options: one of the choices, else a value of the default's kind. */
export type SettingsOf<Options> = {
  readonly [Name in keyof Options]: Options[Name] extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : Options[Name] extends { readonly default: infer Default }
      ? Widened<Default>
      : never;
};

type Widened<Value> = Value extends boolean ? boolean : Value extends number ? number : string;
