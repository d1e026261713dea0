/** Settings of the gate, under `gate.*`. A repository's own file cannot set them. */
export const gateOptions = {
  policy: {
    description:
      'How it is decided whether a memory is shown unasked. `plain_rule`: the one memory that resolved this very failure, or silence. `never_inject`: silence; decisions are recorded all the same.',
    default: 'plain_rule',
    choices: ['plain_rule', 'never_inject'],
  },
} as const;

/** The slice of the settings that the gate reads; frozen. */
export interface GateSettings {
  readonly policy: (typeof gateOptions)['policy']['choices'][number];
}
