const longestText = 20_000;

/**
 * Whether a text names a file: by its whole path, from the top or absolute, by its end (`parse.ts`,
 * `gate/admit.ts`), as a module (`gate.admit`), or by a folder around it (`src/gate/`).
 * @param path with slashes, from the top of the repository
 */
export function namesPath(text: string, path: string): boolean {
  return text
    .slice(0, longestText)
    .split(besidePaths())
    .some((word) => fits(withoutMarks(word), path));
}

/** Characters outside a path as prose writes it: parsed when needed, for such a class takes a while. */
const besidePaths = () => /[^\p{L}\p{N}_@.~*+/-]+/u;

function fits(name: string, path: string): boolean {
  if (name === '' || name === '/') return false;
  // An absolute path ends with it.
  if (name === path || name.endsWith(`/${path}`)) return true;
  // `build/` alone may be any folder of that name: only at the top it is this one.
  if (name.endsWith('/')) return path.startsWith(name) || (isLong(name) && `/${path}`.includes(`/${name}`));
  if (!/\.\p{L}/u.test(name)) return false;
  return `/${path}`.endsWith(`/${name}`) || isModule(name, path);
}

function isModule(name: string, path: string): boolean {
  return `/${path.replace(/\.[^./]+$/, '')}`.endsWith(`/${name.replaceAll('.', '/')}`);
}

function isLong(folder: string): boolean {
  return folder.indexOf('/') < folder.length - 1;
}

/** `./src/a.ts.` → `src/a.ts`: the end of a sentence is no part of it, and where it starts from is the top. */
function withoutMarks(word: string): string {
  let end = word.length;
  while (word[end - 1] === '.') end -= 1;
  const start = word.startsWith('./') ? 2 : 0;
  return word.slice(start, end);
}
