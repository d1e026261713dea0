import { readFileSync } from 'node:fs';

/** Paths of package.json relative to the sources and to the bundles. */
const places = ['../package.json', '../../package.json', '../../../package.json'];

export function readVersion(): string {
  for (const place of places) {
    const text = readText(new URL(place, import.meta.url));
    const { name, version }: { readonly name?: string; readonly version?: string } = JSON.parse(text);
    if (name === 'afterwit' && version !== undefined) return version;
  }
  return 'unknown';
}

function readText(url: URL): string {
  try {
    return readFileSync(url, 'utf8');
  } catch {
    return '{}';
  }
}
