import { openProcessAncestry } from '../adapters/processes/open-process-ancestry.ts';
import { openConfirmedTerminals } from '../adapters/system/confirmed-terminals.ts';
import { loadSettings } from '../config/load-settings.ts';
import { type IdentifiedSpeaker, identifySpeaker, isAutomated } from '../engine/speakers/identify-speaker.ts';
import { chooseHome, loginName } from './this-user.ts';

/**
 * Identifies the speaker who runs this process.
 * @param home whose user may have named programs that speak for them
 */
export async function whoSpeaks(home: string | undefined): Promise<IdentifiedSpeaker> {
  const ancestry = openProcessAncestry().read();
  const userName = loginName();
  const identified = identifySpeaker({ environment: process.env, ancestry, userName });
  if (identified.speaker.kind !== 'unknown') return identified;
  const place = chooseHome(home);
  const { terminal } = identified;
  const terminals = openConfirmedTerminals(place);
  const isConfirmed = terminal !== undefined && terminals.has(terminal);
  if (isConfirmed || isAutomated(ancestry, automationIn(place)))
    return { speaker: { kind: 'user', name: userName, source: 'cli' } };
  return terminal === undefined ? identified : { ...identified, remember: () => terminals.add(terminal) };
}

function automationIn(home: string): readonly string[] {
  try {
    const { automation } = loadSettings({ home }).settings.speaker;
    return automation === 'none' ? [] : automation.split(',').map((program) => program.trim());
  } catch {
    // Settings that cannot be read name no person; opening the memory reports their faults.
    return [];
  }
}
