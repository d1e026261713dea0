import type { ItemType } from '../model/memory-item.ts';
import type { SettingsOf } from '../model/settings-of.ts';

function daysOf(noun: string, byDefault: number) {
  return {
    description: `Time until an unconfirmed, unused ${noun} expires. 0: never.`,
    default: byDefault,
    unit: 'days',
    minimum: 0,
    maximum: 36_500,
  } as const;
}

/** Settings of how long memories last, under `memory.v3.lifecycle.*` (names of the Memory V3 record). */
export const lifecycleOptions = {
  enabled: {
    description:
      'Whether a memory lasts as long as its type says, and by what came of it. `false`: by the rule of Memory V2, `memory.decayDays`.',
    default: true,
  },
  'typeTtlDays.preference': daysOf('preference', 0),
  'typeTtlDays.constraint': daysOf('constraint', 0),
  'typeTtlDays.decision': daysOf('decision', 365),
  'typeTtlDays.project_fact': daysOf('project_fact', 365),
  'typeTtlDays.fix': daysOf('fix', 180),
  'typeTtlDays.failure': daysOf('failure', 90),
  'typeTtlDays.command_result': daysOf('command_result', 30),
  'typeTtlDays.task_state': daysOf('task_state', 7),
} as const;

/** Settings of Memory V2 about forgetting, under `memory.*`. */
export const forgettingOptions = {
  decayEnabled: {
    description:
      'Whether memories expire with time at all. `false`: only what holds until a date expires, and what is superseded or archived is hidden.',
    default: true,
  },
  decayDays: {
    description:
      'Without the lifecycle of Memory V3 (`memory.v3.lifecycle.enabled`), an episodic or working memory expires this long after its last confirmation, whatever its type and however often it is used.',
    default: 30,
    unit: 'days',
    minimum: 1,
    maximum: 36_500,
  },
  retrievalLookbackDays: {
    description:
      'Without the lifecycle of Memory V3, an episodic or working memory that was last confirmed longer ago than this is not recalled. With it, how long a memory lasts says so.',
    default: 21,
    unit: 'days',
    minimum: 1,
    maximum: 36_500,
  },
} as const;

/** Settings of Memory V2 about lasting memories, under `memory.*`. */
export const promotionOptions = {
  promotionEnabled: {
    description:
      'Whether `maintain` makes what happened once, and proved to hold since, a lasting memory: semantic, or procedural for a fix, with the time of a project_fact. Who said it, and how far it is believed, stays.',
    default: true,
  },
} as const;

/** Settings of when a memory of one event becomes a lasting one; frozen. */
export interface PromotionSettings extends SettingsOf<typeof promotionOptions> {
  /**
   * Least estimate of its help, 0–1: (1 + good) ⁄ (2 + good + bad), where a person’s word that it helped counts one, a passing
   * test two, an agent’s own word nothing, and each word that it was wrong two.
   */
  readonly promotionMinConfidence: number;
}

/** Days by type, and how uses and outcomes change them; frozen. */
export interface LifecycleSettings {
  readonly enabled: boolean;
  /** Days by type; 0: never. */
  readonly typeTtlDays: Readonly<Record<ItemType, number>>;
  /** How much a memory lasts longer, in TTLs, for each doubling of the times it helped. */
  readonly perHelp: number;
  /** The same for each doubling of the times it was shown, once it has helped. */
  readonly perUse: number;
  /** How much shorter it lasts, in TTLs, for each doubling of the times it was wrong. */
  readonly perHarm: number;
  /** No memory lasts longer than this many TTLs without a confirmation or a use. */
  readonly mostStretch: number;
  /** A memory that never helped expires this many TTLs after its last confirmation, however often shown. */
  readonly unconfirmedStretch: number;
  /** `maintain` archives memories that expired longer ago than this. Said again, they come back. */
  readonly archiveAfterDays: number;
}

export const lifecycleConstants = {
  perHelp: 0.5,
  perUse: 0.1,
  perHarm: 4,
  mostStretch: 4,
  unconfirmedStretch: 1,
  archiveAfterDays: 30,
} as const;
export const promotionConstants = { promotionMinConfidence: 0.75 } as const;

/** The slice of the settings that says when a memory expires; frozen. */
export interface ForgettingSettings extends SettingsOf<typeof forgettingOptions> {
  readonly v3: { readonly lifecycle: LifecycleSettings };
}

/** Settings of summaries, under `memory.v3.consolidation.*`. */
export const consolidationOptions = {
  enabled: {
    description:
      'Whether `maintain` puts summaries in the place of dense groups of episodic memories. Every one can be undone by rejecting the summary.',
    default: true,
  },
  interval: {
    description:
      'Memories are maintained in the background this long after the last time, once a session has been read. 0: only by hand (`maintain`).',
    default: 24,
    unit: 'hours',
    minimum: 0,
    maximum: 8_760,
  },
} as const;

/** When and how memories are summarised; frozen. */
export interface ConsolidationSettings extends SettingsOf<typeof consolidationOptions> {
  /** Fewer memories are no group to summarise. */
  readonly minimumFragments: number;
  /** Share of their words, weighted by rarity, that the memories of a group have in common, 0–1. */
  readonly likeness: number;
  /** A summary takes the place of a group only when it saves this share of its tokens, 0–1. */
  readonly minimumSaving: number;
}

export const consolidationConstants = { minimumFragments: 4, likeness: 0.3, minimumSaving: 0.4 } as const;
