/** Settings of learning from sessions, under `capture.*`. */
export const captureOptions = {
  background: {
    description:
      'Whether sessions are read when they pause or end, in repositories where you agreed to it once (`mine-sessions`). `off`: only when you run the command.',
    default: 'on',
    choices: ['on', 'off'],
  },
  unconfirmedFixes: {
    description:
      'What becomes of a fix that a session showed and nobody confirmed, when its failure comes back. `show`: an agent is shown the change or the command, without a word of prose, and is told that nobody confirmed it. `ask`: nothing is shown before you approve it (`review`).',
    default: 'show',
    choices: ['show', 'ask'],
  },
} as const;

/** The slice of the settings that learning from sessions reads; frozen. */
export interface CaptureSettings {
  readonly background: (typeof captureOptions)['background']['choices'][number];
  readonly unconfirmedFixes: (typeof captureOptions)['unconfirmedFixes']['choices'][number];
}
