import type { SettingsOf } from '../model/settings-of.ts';

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
      'What becomes of an unconfirmed fix that a session showed, when its failure comes back. `show`: an agent is shown the change or the command, without a word of prose, and is told that it is unconfirmed. `ask`: nothing is shown before you approve it (`review`).',
    default: 'show',
    choices: ['show', 'ask'],
  },
} as const;

/** Memory V2's setting of learning, under `memory.*`. */
export const extractionOptions = {
  codeAwareExtractionEnabled: {
    description:
      'Whether reading sessions learns from what was run and edited: which change made which failing command pass. `false`: only what was said, which tasks are left, and how commands ended.',
    default: true,
  },
} as const;

/** Settings of reading sessions; frozen. */
export type ExtractionSettings = SettingsOf<typeof extractionOptions>;

/** The slice of the settings that learning from sessions reads; frozen. */
export type CaptureSettings = SettingsOf<typeof captureOptions>;
