/**
 * Whether a text names a file: by the last two segments of its path, as a path or as a dotted module. One segment (`utils.py`) may be any
 * file.
 */
export function namesPath(text: string, path: string): boolean {
  const tail = path.split('/').slice(-2).join('/');
  return text.includes(tail) || text.includes(tail.replace(/\.[^./]+$/, '').replaceAll('/', '.'));
}
