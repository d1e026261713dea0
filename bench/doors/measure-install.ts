import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const installing = ['preinstall', 'install', 'postinstall'];
const blockBytes = 512;

/**
 * Packs what was built and installs it into a clean folder: megabytes as it lies on the disk, in whole blocks, its packages, and those
 * of them that would run something when they are installed.
 */
export function measureInstall(top: string, folder: string) {
  const npm = (cwd: string, ...words: string[]) =>
    execFileSync('npm', words, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 2 ** 26,
    });
  const project = join(folder, 'installed');
  mkdirSync(project);
  const [packed] = JSON.parse(npm(top, 'pack', '--ignore-scripts', '--json', '--pack-destination', folder));
  npm(project, 'install', '--prefix', project, '--no-audit', '--no-fund', join(folder, packed.filename));
  const modules = join(project, 'node_modules');
  const packages = listPackages(modules);
  return {
    install_mb: bytesOnDisk(modules) / 1e6,
    install_packages: packages.length,
    install_scripts: packages.filter(runsScripts).length,
  };
}

function listPackages(modules: string): readonly string[] {
  if (!existsSync(modules)) return [];
  return readdirSync(modules).flatMap((name) => {
    const path = join(modules, name);
    if (name.startsWith('.')) return [];
    if (name.startsWith('@')) return listPackages(path);
    return existsSync(join(path, 'package.json')) ? [path, ...listPackages(join(path, 'node_modules'))] : [];
  });
}

function runsScripts(path: string): boolean {
  const { scripts = {} } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  return existsSync(join(path, 'binding.gyp')) || installing.some((name) => name in scripts);
}

function bytesOnDisk(path: string): number {
  const stats = lstatSync(path);
  const inside = stats.isDirectory() ? readdirSync(path).map((name) => bytesOnDisk(join(path, name))) : [];
  return inside.reduce((sum, bytes) => sum + bytes, stats.blocks * blockBytes);
}
