/** `default`: the tools that most work needs. `full`: also those of the code graph, of review and of receipts. */
export const serverProfiles = ['default', 'full'] as const;
export type ServerProfile = (typeof serverProfiles)[number];

/** Name of our server in the settings of agents, and of its tool that hooks call. */
export const serverName = 'afterwit';
export const hookToolName = 'hook';
