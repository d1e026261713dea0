import { build } from 'vite';
import type { BundledFile } from './bundle.ts';

const firstPage =
  /node_modules[\\/]preact|dashboard[\\/]src[\\/](?:main|signal|parts|keys|live|route|api|words|window-list|pages[\\/]timeline)\.|wording[\\/]format-|preload-helper/;

/** Writes the page of `dashboard/` into `dist/dashboard`. @returns its files, and the modules that are in them */
export async function bundleDashboard(): Promise<{
  readonly files: readonly BundledFile[];
  readonly moduleIds: readonly string[];
}> {
  const written = await build({
    root: 'dashboard',
    configFile: false,
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: '../dist/dashboard',
      emptyOutDir: true,
      target: 'es2023',
      // The polyfill would be a script of its own for browsers that have no dynamic import of modules.
      modulePreload: { polyfill: false },
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
