import { expect, it } from 'vitest';
import { type HomeLookup, resolveHome } from './resolve-home.ts';

const unix = {
  platform: 'linux',
  environment: {},
  userHome: '/users/ann',
  workingDirectory: '/work',
} as const;
const windows = {
  platform: 'win32',
  environment: {},
  userHome: 'C:\\Users\\Ann',
  workingDirectory: 'D:\\work',
} as const;

it.each<{ home: string; when: string; dependencies: HomeLookup }>([
  { home: '/users/ann/.local/share/afterwit', when: 'nothing is set', dependencies: unix },
  {
    home: '/data/afterwit',
    when: 'XDG_DATA_HOME is set',
    dependencies: { ...unix, environment: { XDG_DATA_HOME: '/data' } },
  },
  {
    home: '/users/ann/.local/share/afterwit',
    when: 'XDG_DATA_HOME is relative',
    dependencies: { ...unix, environment: { XDG_DATA_HOME: 'data' } },
  },
  {
    home: '/own',
    when: 'AFTERWIT_HOME is set',
    dependencies: { ...unix, environment: { AFTERWIT_HOME: '/own', XDG_DATA_HOME: '/data' } },
  },
  {
    home: '/work/own',
    when: 'AFTERWIT_HOME is relative',
    dependencies: { ...unix, environment: { AFTERWIT_HOME: 'own' } },
  },
  {
    home: '/users/ann/.local/share/afterwit',
    when: 'AFTERWIT_HOME is empty',
    dependencies: { ...unix, environment: { AFTERWIT_HOME: '' } },
  },
  {
    home: '/users/ann/Library/Application Support/afterwit',
    when: 'on macOS',
    dependencies: { ...unix, platform: 'darwin' },
  },
  {
    home: 'C:\\Users\\Ann\\AppData\\Local\\afterwit',
    when: 'on Windows without LOCALAPPDATA',
    dependencies: windows,
  },
  {
    home: 'E:\\Local\\afterwit',
    when: 'on Windows',
    dependencies: { ...windows, environment: { LOCALAPPDATA: 'E:\\Local' } },
  },
])('the home is $home when $when', ({ home, dependencies }) => {
  expect(resolveHome(dependencies)).toBe(home);
});
