import type { ItemType } from '../model/memory-item.ts';

function daysOf(noun: string, byDefault: number) {
  return {
    description: `A memory of type ${noun} expires after this time without a confirmation or a use. 0: never.`,
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
  accessAware: {
    description:
      'Whether uses and outcomes change how long a memory lasts: with them its time is TTL × (1 + perHelp · log₂(1 + helped) + perUse · log₂(1 + shown) − perHarm · log₂(1 + wrong)), at least a tenth of the TTL and at most `mostStretch` of it, from the last use on as long as it was not wrong more often than it helped; what never helped ends at `unconfirmedStretch` TTLs. `false`: TTL from the last confirmation, by age alone.',
    default: true,
  },
  perHelp: {
    description: 'How much a memory lasts longer, in TTLs, for each doubling of the times it helped.',
    default: 0.5,
    minimum: 0,
    maximum: 10,
  },
  perUse: {
    description: 'The same for each doubling of the times it was shown, once it has helped.',
    default: 0.1,
    minimum: 0,
    maximum: 10,
  },
  perHarm: {
    description: 'How much shorter it lasts, in TTLs, for each doubling of the times it was wrong.',
    default: 4,
    minimum: 0,
    maximum: 10,
  },
  unconfirmedStretch: {
    description:
      'What was shown and never helped, as far as anybody said, expires this many TTLs after its last confirmation, however often it was shown: what is out of date is shown, too.',
    default: 1,
    minimum: 0.1,
    maximum: 100,
  },
  archiveAfterDays: {
    description:
      '`maintain` archives what expired longer ago than this, so that it is no longer looked through. Said again, it comes back.',
    default: 30,
    unit: 'days',
    minimum: 0,
    maximum: 36_500,
  },
  mostStretch: {
    description: 'No memory lasts longer than this many TTLs without a confirmation or a use.',
    default: 4,
    minimum: 1,
    maximum: 100,
  },
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

/** Settings of Memory V2 about what lasts, under `memory.*`. */
export const promotionOptions = {
  promotionEnabled: {
    description:
      'Whether `maintain` makes what happened once, and proved to hold since, a lasting memory: semantic, or procedural for a fix, with the time of a project_fact. Who said it, and how far it is believed, stays.',
    default: true,
  },
  promotionMinConfidence: {
    description:
      'From this estimate on that it helps, 0–1: (1 + good) ⁄ (2 + good + bad), where a person’s word that it helped counts one, a passing test two, an agent’s own nothing, and each word that it was wrong two.',
    default: 0.75,
    minimum: 0.5,
    maximum: 1,
  },
} as const;

/** When what happened once becomes a lasting memory; frozen. */
export interface PromotionSettings {
  readonly promotionEnabled: boolean;
  readonly promotionMinConfidence: number;
}

/** Days by type, and how uses and outcomes change them; frozen. */
export interface LifecycleSettings {
  readonly enabled: boolean;
  /** Days by type; 0: never. */
  readonly typeTtlDays: Readonly<Record<ItemType, number>>;
  readonly accessAware: boolean;
  readonly perHelp: number;
  readonly perUse: number;
  readonly perHarm: number;
  readonly mostStretch: number;
  readonly unconfirmedStretch: number;
  readonly archiveAfterDays: number;
}

/** The slice of the settings that says when a memory expires; frozen. */
export interface ForgettingSettings {
  readonly decayEnabled: boolean;
  readonly decayDays: number;
  readonly retrievalLookbackDays: number;
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
  minimumFragments: {
    description: 'Fewer memories are no group to summarise.',
    default: 4,
    unit: 'memories',
    minimum: 2,
    maximum: 50,
  },
  likeness: {
    description:
      'Share of their words, weighted by rarity, that the memories of a group have in common, 0–1.',
    default: 0.3,
    minimum: 0.05,
    maximum: 1,
  },
  minimumSaving: {
    description: 'A summary takes the place of a group only when it saves this share of its tokens, 0–1.',
    default: 0.4,
    minimum: 0,
    maximum: 1,
  },
} as const;

/** When and how memories are summarised; frozen. */
export interface ConsolidationSettings {
  readonly enabled: boolean;
  readonly interval: number;
  readonly minimumFragments: number;
  readonly likeness: number;
  readonly minimumSaving: number;
}
