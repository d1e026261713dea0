/** Settings of the gate, under `gate.*`. A repository's own file cannot set them. */
export const gateOptions = {
  policy: {
    description:
      'Policy that decides whether a memory is shown unasked. `plain_rule`: shows the one memory that fixed this very failure, or nothing. `never_inject`: shows nothing; decisions are still recorded. `full_rscb_mc`: the bandit of the RSCB-MC paper. `guarded_rscb_mc`: the same, with a calibrated risk and a ledger that bounds false positives.',
    default: 'plain_rule',
    choices: ['plain_rule', 'never_inject', 'full_rscb_mc', 'guarded_rscb_mc'],
  },
} as const;

/** The slice of the settings that the gate reads; frozen. */
export interface GateSettings {
  readonly policy: (typeof gateOptions)['policy']['choices'][number];
}
