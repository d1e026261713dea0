import { type SecretDetector, workOf } from './secret-span.ts';

const entries = /(?:["']?\n[ \t]{1,12}[\w.-]{1,80}:[ \t]{1,4}[^\n]{1,4000}){1,40}/y;
const kindOfSecret = /^[ \t]*kind:[ \t]*["']?Secret\b/m;
const farthestBefore = 500;
const farthestAfter = 1500;

/** The values of a Kubernetes secret: nothing but their place tells that they are secret, and base64 hides nothing. */
export const manifestSecretDetectors: readonly SecretDetector[] = [
  {
    literals: ['\ndata:', '\nstringdata:'],
    find(text, start, end, progress) {
      entries.lastIndex = end;
      if (!entries.test(text)) return undefined;
      const blockEnd = entries.lastIndex;
      progress.work += workOf(blockEnd - end + farthestBefore + farthestAfter);
      const around =
        text.slice(Math.max(0, start - farthestBefore), start) +
        text.slice(blockEnd, blockEnd + farthestAfter);
      if (!kindOfSecret.test(around)) return undefined;
      const indent = text.slice(end, end + 20).search(/\S/);
      return { start: end + indent, end: blockEnd, kind: 'kubernetes-secret' };
    },
  },
];
