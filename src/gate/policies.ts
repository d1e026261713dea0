import { neverInject } from './never-inject.ts';
import type { GateSettings } from './options.ts';
import { plainRule } from './plain-rule.ts';
import { guardedRscbMc } from './policies/guarded-rscb-mc.ts';
import { rscbMc } from './policies/rscb-mc.ts';
import type { Policy } from './policy.ts';
import { shippedPriors } from './priors.ts';

/** The policy of each name that a user can choose. */
export const policies: Readonly<Record<GateSettings['policy'], Policy>> = {
  plain_rule: plainRule,
  never_inject: neverInject,
  full_rscb_mc: rscbMc({ priors: shippedPriors.scores }),
  guarded_rscb_mc: guardedRscbMc(),
};
