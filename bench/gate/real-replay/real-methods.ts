import { guardedRscbMc } from '../../../src/gate/guarded-rscb-mc.ts';
import { neverInject, plainRule } from '../../../src/gate/policies.ts';
import { gateMethods } from '../gate-methods.ts';
import { probe } from '../policies/fixed-rules.ts';
import type { LiveMethod } from './run-live.ts';

/** The first is ours, as it is shipped; its figures have no suffix. */
export const realMethods: readonly LiveMethod[] = [
  { name: 'guarded_rscb_mc (ours)', policy: guardedRscbMc() },
  { name: 'probe, its fixed threshold', policy: probe, ignoresLedger: true },
  ...gateMethods.flatMap(({ name, policy }) =>
    policy.name === 'guarded_rscb_mc' || policy === neverInject
      ? []
      : [{ name, policy, ignoresLedger: policy !== plainRule }],
  ),
];
