import { neverInject } from './never-inject.ts';
import type { GateSettings } from './options.ts';
import { plainRule } from './plain-rule.ts';
import { guardedRscbMc } from './policies/guarded-rscb-mc.ts';
import { rscbMc } from './policies/rscb-mc.ts';
import type { Policy } from './policy.ts';
import { shippedPriors } from './priors.ts';

/** Whether the policy weighs where in the code a failure is mended: for the others it need not be looked for. */
export function weighsPlaces({ policy }: Pick<GateSettings, 'policy'>): boolean {
  return policy === 'guarded_rscb_mc';
}

/** The policy that a user chose. */
export function choosePolicy({ policy, reward, falsePositiveShare }: GateSettings): Policy {
  switch (policy) {
    case 'plain_rule':
      return plainRule;
    case 'never_inject':
      return neverInject;
    case 'full_rscb_mc':
      return rscbMc({ reward, priors: shippedPriors.scores });
    case 'guarded_rscb_mc':
      return guardedRscbMc({ reward, alpha: falsePositiveShare });
  }
}
