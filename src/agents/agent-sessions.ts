import type { SessionForm } from '../ports/transcript-source.ts';
import type { AgentLookup } from './places.ts';

/** How an agent writes its sessions down, and where. */
export interface AgentSessions extends SessionForm {
  readonly folder: (lookup: Pick<AgentLookup, 'environment' | 'userHome' | 'workingDirectory'>) => string;
}
