/** Settings of the gate, under `gate.*`. A repository's own file cannot set them. */
export const gateOptions = {
  policy: {
    description:
      'Policy that decides whether a memory is shown unasked. `plain_rule`: shows the one memory that fixed this very failure, or nothing. `never_inject`: shows nothing; decisions are still recorded.',
    default: 'plain_rule',
    choices: ['plain_rule', 'never_inject'],
  },
} as const;

/** The slice of the settings that the gate reads; frozen. */
export interface GateSettings {
  readonly policy: (typeof gateOptions)['policy']['choices'][number];
}
