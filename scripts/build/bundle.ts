import { writeFile } from 'node:fs/promises';
import { type OutputChunk, rolldown } from 'rolldown';
import bundles from '../../rolldown.config.ts';
import { collectLicences } from './collect-licences.ts';

export interface BundledFile {
  readonly name: string;
  readonly bytes: number;
}

/** Writes the bundles of `rolldown.config.ts` and the licences of the packages in them to `dist`. */
export async function bundle(): Promise<readonly BundledFile[]> {
  const chunks: OutputChunk[] = [];
  for (const { output, ...input } of bundles) {
    const build = await rolldown(input);
    const written = await build.write(output);
    await build.close();
    chunks.push(...written.output.filter((part) => part.type === 'chunk'));
  }
  await writeFile('dist/licences.txt', await collectLicences(chunks.flatMap((chunk) => chunk.moduleIds)));
  return chunks.map(({ fileName, code }) => ({ name: fileName, bytes: Buffer.byteLength(code) }));
}
