/** Versions of Node.js afterwit runs on: `engines.node` of package.json. Older ones carry an SQLite that can lose data. */
export const supportedNode = '^22.23.0 || >=24.15.0';

/** Whether a version as in `process.versions.node` lies within {@link supportedNode}. */
export function isSupportedNode(version: string): boolean {
  const parts = version.split('.');
  const major = Number(parts[0]);
  const minor = Number(parts[1]);
  if (major === 22) return minor >= 23;
  if (major === 24) return minor >= 15;
  return major > 24;
}

/** The one line that afterwit prints on an unsupported version. */
export function describeUnsupportedNode(version: string): string {
  return (
    'UNSUPPORTED_NODE: afterwit works on Node.js ' +
    supportedNode +
    ', this is ' +
    version +
    '. Install a supported version (https://nodejs.org) and run the command again.'
  );
}
