import { readFile } from 'node:fs/promises';

/** Where package.json lies, seen from the sources and from the bundles. */
const places = ['../package.json', '../../package.json', '../../../package.json'];

/** Version of this package. */
export async function readVersion(): Promise<string> {
  for (const place of places) {
    const text = await readFile(new URL(place, import.meta.url), 'utf8').catch(() => '{}');
    const { name, version }: { readonly name?: string; readonly version?: string } = JSON.parse(text);
    if (name === 'afterwit' && version !== undefined) return version;
  }
  return 'unknown';
}
