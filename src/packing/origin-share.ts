/**
 * Share of the budget that one origin may fill where nobody asked, unless a person confirmed what it says: whoever writes much into
 * memory shall not fill an agent's context with it. The gate admits one card of such an origin at most.
 */
export const originShare = 0.3;
