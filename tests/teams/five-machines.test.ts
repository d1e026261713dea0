import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { seededRandom } from '../../src/numeric/seeded-random.ts';
import { isFull, some, times } from '../effort.ts';
import { temporaryFolder } from '../git/build-repository.ts';
import { describeWithPostgres } from '../postgres/first-postgres.ts';
import { closeTeam, compare, type Meeting, type Player, playSteps, playTeam } from './play-team.ts';

const names = ['ada', 'ben', 'cleo', ...(isFull ? ['dan', 'eve'] : [])];

async function expectAgreement(meet: (team: string) => Promise<Meeting>): Promise<void> {
  const team = await playTeam(temporaryFolder(), names, meet);
  onTestFinished(() => closeTeam(team));
  const [founder, ...others] = team.players as [Player, ...Player[]];
  const away = others.pop();
  const random = seededRandom(5);
  await founder.say('first words');
  await founder.act('edit', 0, 'second words');
  // One is away until texts were taken from the log, which the others have whole.
  const present = { ...team, players: team.players.filter((player) => player !== away) };
  await playSteps(present, times(40), random, { share: 0.2, note: () => undefined });
  await founder.compact();
  await playSteps(team, 0, random);
  const emptied = [away, others[0]].map((player) =>
    player?.store.read((reader) =>
      reader.teamOperations({ team: team.id, kinds: ['text'] }).filter(({ body }) => body === null),
    ),
  );
  expect(emptied[0]?.length).toBeGreaterThan(emptied[1]?.length ?? 0);
  expect(compare(team)).toMatchObject({ lost: 0, divergent: 0 });
}

it('five machines that are parted, killed and of wrong clocks agree in the end, in git', async () => {
  const url = join(temporaryFolder(), 'hub.git');
  execFileSync('git', ['init', '--quiet', '--bare', url]);
  await expectAgreement(async () => ({ url }));
});

// By itself, the properties of merging stand in for it.
it.runIf(isFull)(
  'keeps both edits that two people made apart, in any order in which a third machine reads them',
  async () => {
    const url = join(temporaryFolder(), 'hub.git');
    execFileSync('git', ['init', '--quiet', '--bare', url]);
    const team = await playTeam(temporaryFolder(), ['ada', 'ben', 'cleo', 'dan'], async () => ({ url }));
    onTestFinished(() => closeTeam(team));
    const [ada, ben, cleo, dan] = team.players as [Player, Player, Player, Player];
    const edit = async (player: Player, id: string, content: string) => {
      const there = player.items();
      await player.act('edit', (there.findIndex((item) => item.id === id) + 0.5) / there.length, content);
    };
    for (const [first, second] of some([
      [ben, cleo],
      [cleo, ben],
    ] as const)) {
      const id = await ada.say(`before ${first.name}`);
      for (const player of [ada, ben, cleo, dan]) await player.sync();
      for (const player of [first, second])
        await edit(player, id, `${first.name} told first: ${player.name}`);
      for (const player of [first, dan, second, dan]) await player.sync();
      const about = dan
        .items()
        .filter((item) => item.id === id || item.relatedItems.some((one) => one.id === id));
      expect(about.map(({ content }) => String(content)).toSorted()).toEqual([
        `${first.name} told first: ben`,
        `${first.name} told first: cleo`,
      ]);
    }
  },
);

// By itself, the contract of the hub stands in for it.
describe.runIf(isFull)('at length', () => {
  describeWithPostgres('five machines in Postgres', (held) => {
    it('agree in the end', async () => {
      const { server, hub } = held();
      await expectAgreement(async (team) => ({
        connection: server.connection({ ...(await hub.addTeam(team)), database: hub.database }),
      }));
    });
  });
});
