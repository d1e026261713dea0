import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type OutputChunk, rolldown } from 'rolldown';
import bundles from '../../rolldown.config.ts';
import { bundleDashboard } from './bundle-dashboard.ts';
import { grammarPackages } from './copy-grammars.ts';
import { describePackages, renderBillOfMaterials, renderLicences } from './describe-packages.ts';

export interface BundledFile {
  readonly name: string;
  readonly bytes: number;
}

/**
 * Writes the bundles of `rolldown.config.ts` and the page, and the licences and the bill of the packages in them and beside them, to `dist`.
 */
export async function bundle(): Promise<readonly BundledFile[]> {
  const chunks: OutputChunk[] = [];
  for (const { output, ...input } of bundles) {
    const build = await rolldown(input);
    const written = await build.write(output);
    await build.close();
    chunks.push(...written.output.filter((part) => part.type === 'chunk'));
  }
  const page = await bundleDashboard();
  const inside = [...chunks.flatMap((chunk) => chunk.moduleIds), ...page.moduleIds];
  const copied = grammarPackages.map((name) => resolve('node_modules', name));
  const packages = await describePackages([...inside, ...copied]);
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  await writeFile('dist/licences.txt', renderLicences(packages));
  await writeFile(
    'dist/sbom.cdx.json',
    `${JSON.stringify(renderBillOfMaterials(version, packages), undefined, 1)}\n`,
  );
  return [
    ...chunks.map(({ fileName, code }) => ({ name: fileName, bytes: Buffer.byteLength(code) })),
    ...page.files,
  ];
}
