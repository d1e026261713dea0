import { byFolder } from './by-folder.ts';
import { isTestPath } from './is-test-path.ts';

/** Purpose of a file, by its path. */
export type PathRole = 'source' | 'test' | 'documentation' | 'bookkeeping' | 'other';

const documentationSegments = new Set(['doc', 'docs', 'documentation', 'man', 'manual']);
const documentationExtensions = new Set(['md', 'rst', 'txt', 'adoc', 'tex', 'po', 'pot']);
const sourceExtensions = new Set(
  `py pyx pxd pyi c h cc cpp cxx hh hpp hxx m mm cs java kt kts scala clj go rs rb php js jsx mjs cjs ts tsx mts cts vue svelte
  swift dart lua pl pm r jl ex exs erl hs ml mli fs sql sh bash zsh ps1 html css scss sass less jinja j2 tmpl proto graphql`.split(
    /\s+/,
  ),
);
const bookkeepingName =
  /^(?:changes?|changelog|history|news|releases?|authors?|contributors?|thanks|copying|licen[cs]e|notice|version|\.mailmap|\.gitignore|\.gitattributes|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|poetry\.lock|uv\.lock|pipfile\.lock|cargo\.lock|go\.sum|gemfile\.lock|composer\.lock)(?:\.(?:md|rst|txt|adoc|old|\d+))?$/;

/**
 * Role of a file. Tests are recognised by whole path *segments* and file names, never by a substring:
 * `src/_pytest/python.py` is source. Bookkeeping files change with all kinds of commits: changelogs, author lists, lock
 * files.
 */
export function pathRole(path: string): PathRole {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (bookkeepingName.test(name)) return 'bookkeeping';
  if (isTestPath(path)) return 'test';
  const extension = name.slice(name.lastIndexOf('.') + 1 || name.length);
  if (documentationExtensions.has(extension) || isDocumentationFolder(path)) return 'documentation';
  return sourceExtensions.has(extension) ? 'source' : 'other';
}

const isDocumentationFolder = byFolder((names) =>
  names.some((name) => documentationSegments.has(name.toLowerCase())),
);
