import { build } from 'vite';
import type { BundledFile } from './bundle.ts';

const firstPage =
  /node_modules[\\/]preact|dashboard[\\/]src[\\/](?:main|signal|parts|keys|live|route|api|words|window-list|pages[\\/]timeline)\.|wording[\\/]format-/;

/** Without lists of files to fetch beforehand, an import needs no help. */
const importPlainly = {
  name: 'import-plainly',
  enforce: 'pre',
  load: (id: string) =>
    id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : null,
} as const;

/** Writes the page of `dashboard/` into `dist/dashboard`. @returns its files, and the modules that are in them */
export async function bundleDashboard(): Promise<{
  readonly files: readonly BundledFile[];
  readonly moduleIds: readonly string[];
}> {
  const written = await build({
    root: 'dashboard',
    configFile: false,
    logLevel: 'warn',
    plugins: [importPlainly],
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: '../dist/dashboard',
      emptyOutDir: true,
      target: 'es2023',
      // What a page imports is fetched when it is opened; a list of it would be in the first page.
      modulePreload: false,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      // What the first page needs is one file: each of its own costs a header and a dictionary.
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', test: firstPage }] } } },
    },
  });
  const parts = [written].flat().flatMap((one) => ('output' in one ? one.output : []));
  return {
    files: parts.map((part) => ({
      name: `dashboard/${part.fileName}`,
      bytes: Buffer.byteLength(part.type === 'chunk' ? part.code : part.source),
    })),
    moduleIds: parts.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : [])),
  };
}
