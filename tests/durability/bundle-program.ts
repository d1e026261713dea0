import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** Makes one file of a program and all it imports: it then starts in a third of the time, and hundreds can be killed. */
export async function bundleProgram(name: string, folder: string): Promise<void> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url)),
    platform: 'node',
  });
  await bundle.write({ file: join(folder, `${name}.mjs`), format: 'esm' });
  await bundle.close();
}
