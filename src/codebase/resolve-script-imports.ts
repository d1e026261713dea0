import { directoryOf, type PathIndex, pathFrom, type ResolveImport } from './index-paths.ts';

const extensions = [
  ...['ts', 'tsx', 'mts', 'cts', 'd.ts', 'd.mts', 'd.cts'],
  ...['js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte'],
].map((extension) => `.${extension}`);

/** JavaScript and TypeScript: relative modules, extensions and `index` files tried; bare names are packages, and outside. */
export function resolveScriptImports(index: PathIndex): ResolveImport {
  return (file, { module, names }) => {
    if (!/^\.\.?(?:\/|$)/.test(module)) return [];
    const path = pathFrom(directoryOf(index.paths[file] ?? ''), module.replace(/[?#].*$/s, ''));
    if (path === undefined) return [];
    const found = candidates(path)
      .map((candidate) => index.find(candidate))
      .find((known) => known !== undefined);
    if (found === undefined) return [];
    // What a file exports by default has another name there.
    return [{ file: found, names: names.includes('default') ? [] : names }];
  };
}

function candidates(path: string): readonly string[] {
  // TypeScript sources name the JavaScript they will be: `./a.js` stands for `./a.ts`.
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
