/** Names and wording of one family of tasks. What is judged shares neither with what rankers are trained on. */
export interface RuleFamily {
  readonly domains: readonly string[];
  readonly verbs: readonly string[];
  readonly rule: (slots: RuleSlots) => string;
  readonly staleNote: (slots: RuleSlots) => string;
  readonly lesson: (slots: RuleSlots) => string;
  readonly instructions: readonly ((slots: RuleSlots) => string)[];
  /** Suite v3: the right one says little, and these say all that a task says, and that they do not hold here. */
  readonly brief: (slots: RuleSlots) => string;
  readonly briefLesson: (slots: RuleSlots) => string;
  readonly lookAlikes: readonly { readonly suffix: string; readonly text: (slots: RuleSlots) => string }[];
}

/** The subject of one rule. */
export interface RuleSlots {
  /** Two digits. */
  readonly number: string;
  readonly domain: string;
  /** Of another rule, for what only looks alike. */
  readonly otherDomain: string;
  readonly functionName: string;
  readonly module: string;
  readonly keyword: string;
}

const judged: RuleFamily = {
  domains:
    'invoice paging cookie backoff login currency encoding checksum quota callback tenant migration'.split(
      ' ',
    ),
  verbs: ['normalise', 'verify', 'renew', 'cast', 'resolve', 'guard'],
  rule: ({ number, domain, functionName, keyword }) =>
    `Project rule ${number}: for ${domain} requests, call ${functionName}, since ${keyword} is the only current policy.`,
  staleNote: ({ number, domain, keyword }) =>
    `Superseded note ${number}: the older ${domain} handlers say ${keyword}, but that legacy rule is stale and no guide for fixes.`,
  lesson: ({ module, functionName }) => `Inspect ${module} and update ${functionName} when it comes again.`,
  instructions: [
    ({ domain, keyword }) =>
      `The known bug in ${domain} is back: apply ${keyword} this time, with no stale legacy notes.`,
    ({ domain, otherDomain, keyword }) =>
      `Repair a fresh ${domain} failure. It looks like older ${otherDomain} code, but the policy that counts is ${keyword}.`,
    ({ domain }) =>
      `The ${domain} path fails once more; find the project rule and repair its current handler.`,
  ],
  brief: ({ functionName, keyword }) => `${functionName}: carries ${keyword}.`,
  briefLesson: ({ number, functionName, keyword, module }) =>
    `Project rule ${number}: call ${functionName} for ${keyword}. Inspect ${module}.`,
  lookAlikes: [
    {
      suffix: 'staging_only',
      text: ({ domain, keyword, functionName, module }) =>
        `Apply ${keyword} for ${domain} requests: repairs its current handler and finds the project ${domain} rule once the ${domain} path fails. ${functionName} here serves the staging shard alone; live traffic for ${keyword} remains in ${module}.`,
    },
    {
      suffix: 'feature_gated',
      text: ({ number, domain, keyword, functionName, module }) =>
        `Apply ${keyword} for ${domain} requests: repairs its current handler and finds the project rule once the ${domain} path fails. This ${functionName} waits behind feature_flag_${number}; without that flag, the policy of the project still sends ${keyword} through ${module}.`,
    },
  ],
};

/** Other names, other sentences and other reasons why a look-alike does not hold. */
const development: RuleFamily = {
  domains:
    'shipment search upload queue profile report export discount inventory audit calendar mailer'.split(' '),
  verbs: ['prepare', 'inspect', 'apply', 'merge', 'filter', 'seal'],
  rule: ({ number, domain, functionName, keyword }) =>
    `Convention ${number}: whatever touches ${domain} is passed to ${functionName}; ${keyword} is how this team does it.`,
  staleNote: ({ number, domain, keyword }) =>
    `Deprecated hint ${number}: ${keyword} was read by ${domain} code of the first release, which is obsolete; leave it.`,
  lesson: ({ module, functionName }) => `Inspect ${module} then update ${functionName}, as it was there.`,
  instructions: [
    ({ domain, keyword }) =>
      `Users report ${domain} trouble again; ${keyword} should decide, whatever the obsolete hints say.`,
    ({ domain, otherDomain, keyword }) =>
      `A regression in ${domain} came with the release. It reminds of ${otherDomain}, but ${keyword} governs it.`,
    ({ domain }) => `Something in ${domain} is broken today; learn how this team does it and mend the code.`,
  ],
  brief: ({ functionName, keyword }) => `${functionName} does ${keyword}.`,
  briefLesson: ({ number, functionName, keyword, module }) =>
    `Convention ${number}: ${keyword} is ${functionName}, so inspect ${module}.`,
  lookAlikes: [
    {
      suffix: 'mobile',
      text: ({ domain, keyword, functionName, module }) =>
        `How this team does ${keyword} when ${domain} is broken: mend the code, trouble and regression of ${domain} alike. ${functionName} is the variant for phones only; servers keep ${keyword} in ${module}.`,
    },
    {
      suffix: 'draft',
      text: ({ number, domain, keyword, functionName, module }) =>
        `How this team does ${keyword} when ${domain} is broken: mend the code today. ${functionName} is a draft of proposal ${number} that was never merged, so ${keyword} is still decided in ${module}.`,
    },
  ],
};

export const ruleFamilies = { judged, development } as const;
export type RuleFamilyName = keyof typeof ruleFamilies;
