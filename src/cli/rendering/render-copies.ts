import type { MemoryHome } from '../../api/home.ts';
import { countOf, formatBytes } from '../../wording/format-number.ts';
import { type Line, span } from '../terminal/line.ts';
import { labelled, type Page, sentence } from './page.ts';
import { renderNextSteps } from './render-next-steps.ts';
import { shellWord } from './shell-word.ts';

type MemoryCopy = Awaited<ReturnType<MemoryHome['backUp']>>;
type MemoryReplacement = Awaited<ReturnType<MemoryHome['restore']>>;

/** Answer of `backup`. */
export function renderCopy(copy: MemoryCopy, page: Page): readonly Line[] {
  const steps = [{ command: `afterwit restore ${shellWord(copy.path)}`, why: 'go back to it' }];
  return [
    ...sentence(page, span('Copied and verified', 'bold'), `: ${describeCopy(copy)}.`),
    ...labelled('file', [copy.path], page, 2),
    ...renderNextSteps('Later', steps, page),
  ];
}

/** Answer of `restore`. */
export function renderReplacement(replacement: MemoryReplacement, page: Page): readonly Line[] {
  const { asidePath } = replacement;
  return [
    ...sentence(page, span('Restored', 'bold'), `: ${describeCopy(replacement)}.`),
    ...labelled('from', [replacement.path], page, 2),
    ...(asidePath === undefined ? [] : labelled('before', [`kept at ${asidePath}`], page, 2)),
  ];
}

function describeCopy({ bytes, itemCount, decisionCount }: MemoryCopy): string {
  // As `export` counts: `list` shows the memories of one place, and not the parts of known failures.
  const records = `${countOf(itemCount, 'record')} (memories of all states and places, with the parts of known failures)`;
  return `${records}, ${countOf(decisionCount, 'decision')}, ${formatBytes(bytes)}`;
}
