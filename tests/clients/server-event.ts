/** One server-sent event, which has a type in some dialects. */
export interface ServerEvent {
  readonly type?: string;
  readonly [field: string]: unknown;
}
