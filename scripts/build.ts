// Builds what is published into dist/: the bundles of rolldown.config.ts, grammars and the types of the library entry.
import { rm, writeFile } from 'node:fs/promises';
import { bundle } from './build/bundle.ts';
import { copyGrammars } from './build/copy-grammars.ts';
import { emitDeclarations } from './build/emit-declarations.ts';
import { recordAnswers } from './build/record-answers.ts';

// The bundler of the page asks it, and a test runner that starts a build sets it to something else.
process.env.NODE_ENV = 'production';

const startedAtMs = performance.now();
try {
  await rm('dist', { recursive: true, force: true });
  const [bundles, grammars] = await Promise.all([bundle(), copyGrammars(), emitDeclarations()]);
  // The package is one of ES modules; what it starts is not.
  for (const folder of ['programs', 'hooks'])
    await writeFile(`dist/${folder}/package.json`, '{ "type": "commonjs" }\n');
  await writeFile('dist/index.js', "export * from './programs/index.js';\n");
  await recordAnswers();
  const files = [...bundles, ...grammars];
  const kilobytes = Math.round(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000);
  const tookSeconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  console.log(`built dist: ${files.length} files, ${kilobytes} kB, in ${tookSeconds} s`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
