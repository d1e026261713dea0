import { directoryOf, type PathIndex, pathFrom, type ResolveImport } from './index-paths.ts';

const extensions = [
  ...['ts', 'tsx', 'mts', 'cts', 'd.ts', 'd.mts', 'd.cts'],
  ...['js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte'],
].map((extension) => `.${extension}`);

/**
 * JavaScript and TypeScript: resolves relative modules by trying extensions and `index` files. Bare names are packages
 * outside of the tree.
 */
export function resolveScriptImports(index: PathIndex): ResolveImport {
  return (file, { module, names }) => {
    if (!/^\.\.?(?:\/|$)/.test(module)) return [];
    const path = pathFrom(directoryOf(index.paths[file] ?? ''), module.replace(/[?#].*$/s, ''));
    if (path === undefined) return [];
    const found = candidates(path)
      .map((candidate) => index.find(candidate))
      .find((known) => known !== undefined);
    if (found === undefined) return [];
    // A default import has another name in the exporting file, so the whole file counts.
    return [{ file: found, names: names.includes('default') ? [] : names }];
  };
}

function candidates(path: string): readonly string[] {
  // TypeScript sources import the compiled name: `./a.js` means `./a.ts`.
  const [, stem, kind] = /^(.*)\.([cm]?)jsx?$/s.exec(path) ?? [];
  const sources = stem === undefined ? [] : [`${stem}.${kind}ts`, `${stem}.tsx`];
  const inFolder = path === '' ? 'index' : `${path}/index`;
  return [
    path,
    ...sources,
    ...extensions.map((extension) => path + extension),
    ...extensions.map((extension) => inFolder + extension),
  ];
}
