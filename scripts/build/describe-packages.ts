import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Licences that allow what we do: to publish the package inside ours with its notice. */
const bundledLicences = new Set(['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD']);

const packageFolder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

/** A package of which something is published inside ours. */
export interface InnerPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Text of its licence; empty where it ships none. */
  readonly notice: string;
}

/**
 * The packages that files come from, in the order of their names.
 * @param files paths of modules in a bundle and of folders that were copied
 * @throws Error When a package's licence is not among those known to allow bundling.
 */
export async function describePackages(files: readonly string[]): Promise<readonly InnerPackage[]> {
  const folders = new Set(files.flatMap((file) => packageFolder.exec(file)?.[0] ?? []));
  const packages = await Promise.all([...folders].map(describePackage));
  return packages.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

async function describePackage(folder: string): Promise<InnerPackage> {
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
  const notice = file === undefined ? '' : await readFile(join(folder, file), 'utf8');
  return { name, version, licence: license, notice: notice.trim() };
}

/** The notices of all packages: their authors ask for it. */
export function renderLicences(packages: readonly InnerPackage[]): string {
  const notices = packages.map((each) => `${nameOf(each)} (${each.licence})\n\n${each.notice}\n`);
  return notices.join(`\n${'-'.repeat(78)}\n\n`);
}

/**
 * The same as a bill of materials, in CycloneDX 1.6: tools that read `package.json` see no package inside ours. It holds no time and no random
 * number, so that two builds of one commit are equal.
 */
export function renderBillOfMaterials(
  version: string,
  packages: readonly InnerPackage[],
): Readonly<Record<string, unknown>> {
  const component = (type: string, name: string, of: string, licence: string) => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${of}`;
    return { type, 'bom-ref': purl, name, version: of, purl, licenses: [{ license: { id: licence } }] };
  };
  const own = component('library', 'afterwit', version, 'Apache-2.0');
  const inside = packages.map(({ name, version: of, licence }) => component('library', name, of, licence));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: own },
    components: inside,
    dependencies: [{ ref: own['bom-ref'], dependsOn: inside.map((each) => each['bom-ref']) }],
  };
}

const nameOf = ({ name, version }: InnerPackage) => `${name} ${version}`;
