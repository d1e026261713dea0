import { describe, test } from 'vitest';
import { type Client, clients, type PlayedAgent, whyNotPlayed } from './clients.ts';

/** One thing that must hold, played with each client. */
export interface Requirement<C extends PlayedAgent = Client> {
  readonly says: string;
  readonly check: (client: C) => Promise<void>;
  /** Clients that have such a thing; all unless given. */
  readonly only?: C['agent'];
}

/** One test for each requirement and client; one that is skipped with the reason where no client can be had. */
export function checkEach(subject: string, requirements: readonly Requirement[]): void;
export function checkEach<C extends PlayedAgent>(
  subject: string,
  requirements: readonly Requirement<C>[],
  played: readonly C[],
): void;
export function checkEach(
  subject: string,
  requirements: readonly Requirement[],
  played: readonly Client[] = clients,
): void {
  describe(subject, () => {
    if (whyNotPlayed !== undefined) test.skip(`not played: ${whyNotPlayed}`);
    for (const client of played)
      for (const { says, check, only = client.agent } of requirements)
        if (only === client.agent) test(`${client.name}: ${says}`, () => check(client));
  });
}
