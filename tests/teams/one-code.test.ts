import { expect, it } from 'vitest';
import { newMachines } from './two-machines.ts';

it('lets one machine in by a code, and tells the next one so', async () => {
  const machines = newMachines();
  const [ada, ben, cleo] = [await machines.add('ada'), await machines.add('ben'), await machines.add('cleo')];
  await ada.memory.createTeam();
  const { code } = await ada.memory.inviteToTeam('ben');
  await ben.memory.joinTeam(code);
  await ada.memory.syncTeam();
  await expect(cleo.memory.joinTeam(code)).rejects.toThrow('join by a new code');
  await ada.memory.syncTeam();
  await expect(cleo.memory.syncTeam()).rejects.toThrow('let another machine in already');
  await ben.memory.syncTeam();
  await cleo.memory.leaveTeam();
  await cleo.memory.joinTeam((await ada.memory.inviteToTeam('cleo')).code);
});
