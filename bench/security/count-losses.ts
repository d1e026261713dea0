import { type KillingRequest, killAndExamine, writers } from '../durability/kill-and-examine.ts';
import type { PartReport, PartRequest, SecurityPart } from './security-part.ts';

/** Servers killed as they write: each acknowledged memory is there, whole, and found by its words. */
export const killsPart: SecurityPart = {
  promise: '`kill -9` while 8 servers write: nothing acknowledged is lost, torn or damaged',
  most: 3_000,
  step: 200,
  run: (request) => kill(request, {}, killsPart.promise),
};

/** The same for a new memory that many processes open for the first time. */
export function killStarting(
  request: PartRequest,
  promise: string,
  prepare?: KillingRequest['prepare'],
): Promise<PartReport> {
  const options = prepare === undefined ? {} : { prepare };
  return kill(request, { ...options, roundsPerHome: 1, awaits: 'one' }, promise);
}

async function kill(
  { folder, command, count, random, signal, progress }: PartRequest,
  how: Partial<KillingRequest>,
  promise: string,
): Promise<PartReport> {
  const rounds = Math.ceil(count / writers);
  const onRound = (kills: number) => progress(kills, rounds * writers);
  const { kills, losses, refusals } = await killAndExamine({
    ...how,
    command,
    folder,
    rounds,
    random,
    signal,
    onRound,
  });
  const { acknowledged, lost, torn, corrupt } = losses;
  return {
    figures: { kills, acknowledged, lost, torn, corrupt, refused: refusals.length },
    findings: [
      {
        promise,
        cases: kills,
        broken: lost + torn + corrupt,
      },
    ],
    failures: [
      ...(lost + torn + corrupt > 0
        ? [`lost ${lost}, torn ${torn}, corrupt ${corrupt} of ${acknowledged}`]
        : []),
      ...refusals.slice(0, 5).map((line) => `refused: ${line.slice(0, 300)}`),
    ],
  };
}
