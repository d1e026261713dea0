/** Times of a memory: milliseconds in it, ISO 8601 in a line of an export. */
export const itemTimes = [
  { inItem: 'createdAtMs', inLine: 'createdAt' },
  { inItem: 'updatedAtMs', inLine: 'updatedAt' },
  { inItem: 'lastAccessedAtMs', inLine: 'lastAccessedAt' },
  { inItem: 'vouchedAtMs', inLine: 'vouchedAt' },
  { inItem: 'validFromMs', inLine: 'validFrom' },
  { inItem: 'validToMs', inLine: 'validTo' },
] as const;
