/** An event that no agent has: `doctor` reports it to hear whether a hook answers. */
export const probeEvent = 'AfterwitDoctor';

/** Result of one call of a hook. */
export type HookAnswer =
  | { readonly kind: 'printed'; readonly line: string; readonly isRoutine?: true }
  | HookSilence;

export interface HookSilence {
  readonly kind: 'silent';
  readonly reason: string;
  /** Set when the reason need not be logged: the command passed, or the memory keeps a receipt. */
  readonly isRoutine?: true;
  readonly fault?: unknown;
}
