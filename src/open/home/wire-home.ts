import type { MemoryHome } from '../memory-home.ts';
import { homeDecisions } from './home-decisions.ts';
import type { HomeDependencies } from './home-dependencies.ts';
import { homeExchange } from './home-exchange.ts';
import { homeItems } from './home-items.ts';
import { homeReview } from './home-review.ts';
import { homeUpkeep } from './home-upkeep.ts';

/** The use cases that work without a repository, on one set of adapters. */
export function wireHome(dependencies: HomeDependencies): MemoryHome {
  const close = async () => dependencies.store.close();
  return {
    ...homeItems(dependencies),
    ...homeReview(dependencies),
    ...homeDecisions(dependencies),
    ...homeExchange(dependencies),
    ...homeUpkeep(dependencies),
    close,
    [Symbol.asyncDispose]: close,
  };
}
