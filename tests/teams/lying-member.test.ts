import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { wordsDigestOf } from '../../src/teams/merge-item.ts';
import { times } from '../effort.ts';
import { temporaryFolder } from '../git/build-repository.ts';
import { closeTeam, type Player, playTeam } from './play-team.ts';

const attempts = times(1_000, 15);

/** One attempt by two machines of one member, in any name: a text of its own or over one of Ada's, confirmed and praised. */
async function lie(at: number, said: readonly string[], liars: readonly [Player, Player], victim: Player) {
  const [one, other] = at % 2 === 0 ? liars : liars.toReversed();
  if (one === undefined || other === undefined) return;
  const words = { title: `Poison ${at}`, content: `Poison ${at}`, type: 'PROJECT_FACT', layer: 'semantic' };
  const isOfAda = at % 3 === 0;
  const item = isOfAda ? (said[at % said.length] ?? '') : randomUUID();
  const digest = wordsDigestOf(words);
  const over = isOfAda ? one.textsAbout(item) : [];
  await one.forge({ kind: 'text', item, over, body: { item: { ...words, id: item } } }, 'ada');
  for (const [teller, principal] of [
    [one, 'ada'],
    [other, 'ben'],
    [one, 'mallory'],
  ] as const)
    for (const told of [digest, wordsDigestOf({ ...words, id: item })])
      await teller.forge({ kind: 'confirm', item, body: { digest: told } }, principal);
  for (const by of ['tests', 'user'])
    await other.forge({ kind: 'outcome', item, body: { outcome: 'verified', by, digest } }, 'ada');
  if (at % 5 === 0) await one.forge({ kind: 'forget', item: said[at % said.length], body: {} }, 'ada');
  if (at % 7 === 0) {
    const admit = { publicKey: victim.key.publicKey, name: 'x', role: 'owner' };
    await one.forge({ kind: 'member', body: { admit } }, 'ada');
  }
}

it(`believes none of ${attempts} texts of a member who lies in any name, and loses none of another`, {
  timeout: 120_000 + attempts * 1_000,
}, async () => {
  const url = join(temporaryFolder(), 'hub.git');
  execFileSync('git', ['init', '--quiet', '--bare', url]);
  // All are writers; two machines of one name are one person.
  const names = ['ada', 'ben', 'mallory', 'mallory'];
  const team = await playTeam(temporaryFolder(), names, async () => ({ url }), 2);
  onTestFinished(() => closeTeam(team));
  const [ada, ben, second, mallory] = team.players as [Player, Player, Player, Player];
  const said: string[] = [];
  for (let at = 0; at < 20; at++) said.push(await ada.say(`Truth ${at} of the kettle.`));
  for (const player of [ada, mallory, ben]) await player.sync();
  for (let at = 0; at < attempts; at++) await lie(at, said, [mallory, second], ben);
  for (const player of [second, mallory, ben, ada, ben]) await player.sync();

  const poison = [ada, ben].flatMap((player) =>
    player.items().filter(({ content }) => content.includes('Poison')),
  );
  expect(poison.length).toBeGreaterThan(attempts / 4);
  const believed = poison.filter(
    ({ trust, status, quarantined }) =>
      (trust === 'user' || trust === 'verified') && status === 'active' && !quarantined,
  );
  expect(believed.map(({ content }) => content)).toEqual([]);
  const kept = ada
    .items()
    .filter(({ content, status }) => content.startsWith('Truth') && status === 'active');
  expect(kept).toHaveLength(said.length);
});
