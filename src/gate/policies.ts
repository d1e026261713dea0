import { neverInject } from './never-inject.ts';
import type { GateSettings } from './options.ts';
import { plainRule } from './plain-rule.ts';
import type { Policy } from './policy.ts';

/** The policy of each name. */
export const policies: Readonly<Record<GateSettings['policy'], Policy>> = {
  plain_rule: plainRule,
  never_inject: neverInject,
};
