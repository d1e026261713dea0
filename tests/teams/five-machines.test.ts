import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { seededRandom } from '../../src/numeric/seeded-random.ts';
import { times } from '../effort.ts';
import { temporaryFolder } from '../git/build-repository.ts';
import { describeWithPostgres } from '../postgres/first-postgres.ts';
import { closeTeam, compare, type Meeting, playSteps, playTeam } from './play-team.ts';

const names = ['ada', 'ben', 'cleo', 'dan', 'eve'];

async function expectAgreement(meet: (team: string) => Promise<Meeting>): Promise<void> {
  const team = await playTeam(temporaryFolder(), names, meet);
  onTestFinished(() => closeTeam(team));
  await playSteps(team, times(40), seededRandom(5), { share: 0.2, note: () => undefined });
  expect(compare(team)).toMatchObject({ lost: 0, divergent: 0 });
}

it('five machines that are parted, killed and of wrong clocks agree in the end, in git', async () => {
  const url = join(temporaryFolder(), 'hub.git');
  execFileSync('git', ['init', '--quiet', '--bare', url]);
  await expectAgreement(async () => ({ url }));
});

describeWithPostgres('five machines in Postgres', (held) => {
  it('agree in the end', async () => {
    const { server, hub } = held();
    await expectAgreement(async (team) => ({
      connection: server.connection({ ...(await hub.addTeam(team)), database: hub.database }),
    }));
  });
});
