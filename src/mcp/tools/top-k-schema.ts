import * as z from 'zod';

/** Maximum number of hits; the memory sets the default. */
export const topKSchema = z.int().min(1).max(50).optional();
