import type { ItemType } from '../model/memory-item.ts';

function daysOf(noun: string, byDefault: number) {
  return {
    description: `A memory of type ${noun} expires after this time without a confirmation. 0: never.`,
    default: byDefault,
    unit: 'days',
    minimum: 0,
    maximum: 36_500,
  } as const;
}

/** Settings of how long memories last, under `memory.v3.lifecycle.*` (names of the Memory V3 record). */
export const lifecycleOptions = {
  'typeTtlDays.preference': daysOf('preference', 0),
  'typeTtlDays.constraint': daysOf('constraint', 0),
  'typeTtlDays.decision': daysOf('decision', 365),
  'typeTtlDays.project_fact': daysOf('project_fact', 365),
  'typeTtlDays.fix': daysOf('fix', 180),
  'typeTtlDays.failure': daysOf('failure', 90),
  'typeTtlDays.command_result': daysOf('command_result', 30),
  'typeTtlDays.task_state': daysOf('task_state', 7),
} as const satisfies Record<`typeTtlDays.${ItemType}`, object>;

/** The slice of the settings that the lifecycle reads; frozen. */
export interface LifecycleSettings {
  /** Days by type; 0: never. */
  readonly typeTtlDays: Readonly<Record<ItemType, number>>;
}
