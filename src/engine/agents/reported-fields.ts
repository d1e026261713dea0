/** Fields of what an agent reports, of which none can be relied on. */
export type ReportedFields = Readonly<Record<string, unknown>>;

/** Empty for what is no object. */
export function asFields(value: unknown): ReportedFields {
  return typeof value === 'object' && value !== null ? (value as ReportedFields) : {};
}

/** The field of its own, where it is a text. */
export function textOf(fields: ReportedFields, name: string): string | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
