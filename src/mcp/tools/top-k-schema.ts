import * as z from 'zod';

/** How many hits to return at most; the memory knows the default. */
export const topKSchema = z.int().min(1).max(50).optional();
