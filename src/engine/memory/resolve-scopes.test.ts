import { describe, expect, it } from 'vitest';
import { defaultSettings, type ScopeSettings, settingsWith } from '../../config/settings.ts';
import type { RepositoryId } from '../../model/repository.ts';
import { resolveScopes } from './where-it-holds.ts';

const facts = { repositoryId: 'r1' as RepositoryId, userName: 'ada' };
const named = { workspace: 'shop', skill: 'release', team: 'web' };
const resolve = (settings: Partial<ScopeSettings>, where: Parameters<typeof resolveScopes>[0] = facts) =>
  resolveScopes(where, { ...defaultSettings.memory.v3.scope, ...settings });

describe('the scopes that are read', () => {
  it.each<[ScopeSettings['mode'], readonly string[]]>([
    ['repo', ['repo:r1', 'user:ada', 'team:web', 'global']],
    ['workspace', ['workspace:shop', 'repo:r1', 'user:ada', 'team:web', 'global']],
    ['skill', ['skill:release', 'repo:r1', 'user:ada', 'team:web', 'global']],
    ['manual', ['repo:r1', 'global']],
  ])('in mode %s', (mode, scopes) => {
    expect(resolve({ ...named, mode })).toEqual(scopes);
  });

  it('are those that exist', () => {
    expect(resolve({})).toEqual(['repo:r1', 'user:ada', 'global']);
    expect(resolve({}, { userName: '' })).toEqual(['global']);
  });

  it('are those that are listed, by hand', () => {
    const names = 'workspace:tea, user , repo:r2,team, global, skill';
    expect(resolve({ mode: 'manual', names, ...named, skill: 'none' })).toEqual([
      'workspace:tea',
      'user:ada',
      'repo:r2',
      'team:web',
      'global',
    ]);
  });

  it.each<[string, Partial<ScopeSettings>]>([
    ['memory.v3.scope.workspace', { mode: 'workspace' }],
    ['memory.v3.scope.skill', { mode: 'skill' }],
    ['memory.v3.scope.names', { mode: 'manual', names: 'repo,planet:mars' }],
  ])('are not guessed where %s does not say them', (key, settings) => {
    expect(() => resolve(settings)).toThrow(
      expect.objectContaining({ data: expect.objectContaining({ key }) }),
    );
  });

  it('are those of the repository without Memory V3', () => {
    const { memory } = settingsWith({ 'memory.v3.enabled': false, 'memory.v3.scope.mode': 'manual' });
    expect(resolveScopes(facts, memory.v3.scope)).toEqual(['repo:r1', 'user:ada', 'global']);
  });
});
