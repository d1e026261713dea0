/** Times of a memory: milliseconds in it, ISO 8601 in a line of an export; and whether it tells of what was. */
export const itemTimes = [
  { inItem: 'createdAtMs', inLine: 'createdAt', isPast: true },
  { inItem: 'updatedAtMs', inLine: 'updatedAt', isPast: true },
  { inItem: 'lastAccessedAtMs', inLine: 'lastAccessedAt', isPast: true },
  { inItem: 'vouchedAtMs', inLine: 'vouchedAt', isPast: true },
  { inItem: 'validFromMs', inLine: 'validFrom', isPast: false },
  { inItem: 'validToMs', inLine: 'validTo', isPast: false },
] as const;
