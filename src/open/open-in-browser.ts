import { openAddress } from '../adapters/processes/start-program.ts';

const openers: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: '/usr/bin/open',
  win32: 'explorer.exe',
};

/** Opens an address in the user's browser. @returns false where none can be seen, as over SSH */
export function openInBrowser(address: string, { platform, env } = process): boolean {
  const isSeen = platform === 'darwin' || platform === 'win32' || env.DISPLAY || env.WAYLAND_DISPLAY;
  if (!isSeen || env.SSH_CONNECTION) return false;
  openAddress(openers[platform] ?? 'xdg-open', address);
  return true;
}
