import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Licences that allow what we do: to publish the package inside ours with its notice. */
const bundledLicences = new Set(['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD']);

const packageFolder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

/**
 * The notices of all packages that went into the bundles: their authors ask for it.
 * @throws Error When a package's licence is not among those known to allow bundling.
 */
export async function collectLicences(moduleIds: readonly string[]): Promise<string> {
  const folders = new Set(moduleIds.flatMap((id) => packageFolder.exec(id)?.[0] ?? []));
  const notices = await Promise.all([...folders].map(describeLicence));
  return notices.toSorted().join(`\n${'-'.repeat(78)}\n\n`);
}

async function describeLicence(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string;
  };
  if (license === undefined || !bundledLicences.has(license)) {
    throw new Error(
      `${name} ${version} is under ${license ?? 'no licence'}: check whether it may be bundled.`,
    );
  }
  const [file] = globSync('licen[cs]e*', { cwd: folder }).concat(globSync('LICEN[CS]E*', { cwd: folder }));
  const text = file === undefined ? '' : await readFile(join(folder, file), 'utf8');
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}
