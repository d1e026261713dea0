import type { MemoryItem } from '../model/memory-item.ts';
import type { ShownAdvice } from './judge-followed.ts';

/** A long line is told cut. */
const added = /^\s*\+ (.*?)…?$/gm;
const removed = /^\s*- (.*?)…?$/gm;
/** `Run \`x\` first`, `Use \`x\`, not \`y\``: the first that is named is to be run. */
const advised = /^(?:[A-Z]\w+: )?(?:Run|Use) `([^`\n]{1,200})`/;

/** What a memory says to do about a failure of a family of commands, as far as tools can show that it was done. */
export function adviceOf({ content, references, anchors, body }: MemoryItem, family: string): ShownAdvice {
  const text = body?.kind === 'variant' && body.seen !== undefined ? `${content}\n${body.seen}` : content;
  const command = advised.exec(content)?.[1];
  return {
    ...{ family, text },
    files: [...references, ...anchors.map(({ path }) => path)],
    commands: command === undefined ? [] : [command],
    lines: [...text.matchAll(added)].map(([, line = '']) => line),
    dropped: [...text.matchAll(removed)].map(([, line = '']) => line),
  };
}
