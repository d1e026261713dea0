import { type MiningPlan, sessionAgents, type TranscriptCount } from '../../model/session.ts';
import type { MinedTranscript, TranscriptFile } from '../../ports/transcript-source.ts';
import type { MineSessionsRequest, MiningDependencies } from './mining-dependencies.ts';

/** Transcripts of sessions in this repository, and what is left out. */
export interface ChosenTranscripts {
  readonly own: readonly TranscriptFile[];
  readonly otherFiles: number;
  readonly mined: ReadonlyMap<string, MinedTranscript>;
}

/** Of every transcript only its first lines are read here, which say in which folder the session began. */
export function chooseTranscripts(
  { places }: Pick<MineSessionsRequest, 'places'>,
  { transcripts, log, belongsHere }: Pick<MiningDependencies, 'transcripts' | 'log' | 'belongsHere'>,
): ChosenTranscripts {
  const mined = log.read();
  const all = transcripts.list(places);
  const own = all.filter((file) => {
    // A sub-agent's file says the same as the session's own.
    const known = mined?.get(file.path);
    const beganIn = known?.position.carried.beganIn;
    // Another session may lie where one was, so that only of a file as it was is believed what was read before.
    const directory = isUnchanged(file, known) ? beganIn : (transcripts.directoryOf(file) ?? beganIn);
    return directory !== undefined && belongsHere(directory);
  });
  return {
    own,
    otherFiles: all.length - own.length,
    mined: mined ?? new Map(),
  };
}

/** What mining would read. */
export function planMining(
  request: Pick<MineSessionsRequest, 'places'>,
  dependencies: Pick<MiningDependencies, 'transcripts' | 'log' | 'belongsHere'>,
): MiningPlan {
  const { own, otherFiles } = chooseTranscripts(request, dependencies);
  return { transcripts: countByAgent(own), otherFiles, consent: dependencies.log.consent() ?? 'not_asked' };
}

/** Only agents of which there are transcripts. */
export function countByAgent(files: readonly TranscriptFile[]): readonly TranscriptCount[] {
  return sessionAgents.flatMap((agent) => {
    const own = files.filter((file) => file.agent === agent);
    const bytes = own.reduce((sum, file) => sum + file.bytes, 0);
    return own.length === 0 ? [] : [{ agent, files: own.length, bytes }];
  });
}

/** It is as it was when it was mined. */
export function isUnchanged(file: TranscriptFile, known: MinedTranscript | undefined): boolean {
  return known !== undefined && known.bytes === file.bytes && known.modifiedAtMs === file.modifiedAtMs;
}
