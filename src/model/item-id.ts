/** Random UUID of a memory. */
export type ItemId = string & { readonly __brand: 'ItemId' };
