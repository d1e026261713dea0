import { exampleTeam } from '../../fakes/team-operations.ts';
import { inMemoryTeamHub } from '../../in-memory/in-memory-team-hub.ts';
import { describeTeamHub } from './team-hub-contract.ts';

describeTeamHub('in memory', async () => {
  const hub = inMemoryTeamHub(exampleTeam);
  return { open: async () => hub };
});
