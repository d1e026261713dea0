import { parseObject } from './settings-part.ts';

interface SetupOutcome {
  readonly remove: boolean;
  readonly isProject: boolean;
  readonly isChanged: boolean;
  /** Settings files as they were found. */
  readonly texts: readonly (string | undefined)[];
}

const restart = 'Claude Code reads its settings when a session starts: begin a new one.';

/** What a person should know after a setup, in sentences. */
export function setupNotes({ remove, isProject, isChanged, texts }: SetupOutcome): readonly string[] {
  if (remove) {
    if (!isChanged) return ['Nothing of afterwit stands in these settings.'];
    return [restart, 'What was remembered is kept. To delete it: afterwit purge --all'];
  }
  return [
    ...(isChanged ? [restart] : []),
    'The hook needs Claude Code 2.1.139 or later.',
    'Node.js and afterwit are named by their paths. When either moves, run this again.',
    ...(isProject ? ['These paths are of this machine: keep both files out of version control.'] : []),
    ...(texts.some(switchesHooksOff)
      ? ['Hooks are switched off in these settings (disableAllHooks): ours will not run until they are on.']
      : []),
  ];
}

function switchesHooksOff(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '' && parseObject(text).disableAllHooks === true;
}
