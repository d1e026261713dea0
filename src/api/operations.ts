/** All that afterwit can be asked, one operation after the other. Every door is made from this table. */
export * from './operations/brief.ts';
export * from './operations/code.ts';
export * from './operations/decisions.ts';
export * from './operations/exchange.ts';
export * from './operations/failures.ts';
export * from './operations/history.ts';
export * from './operations/items.ts';
export * from './operations/models.ts';
export * from './operations/recall.ts';
export * from './operations/remember.ts';
export * from './operations/repositories.ts';
export * from './operations/review.ts';
export * from './operations/sessions.ts';
export * from './operations/teams.ts';
export * from './operations/upkeep.ts';
