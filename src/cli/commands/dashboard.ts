import { isAfterwitError } from '../../model/errors.ts';
import type { Serving } from '../../model/server.ts';
import { type Block, dim, row } from '../page.ts';
import type { Answer, Session } from '../session.ts';
import { toJson } from '../to-json.ts';

/** Serves until the last page has gone, or it is interrupted; says at once where. */
export async function dashboard(session: Session): Promise<Answer> {
  const { options, speaker, signal, serve } = session;
  const { home, repo: repository, port, open = true, json = false } = options;
  const onFault = (fault: unknown): void => session.sayMeanwhile(tellFault(fault));
  const serving = await serve({ home, repository, speaker, port, opens: open, signal, onFault });
  return { value: undefined, shown: [], stream: follow(serving, session, json) };
}

async function* follow(serving: Serving, { speaker }: Session, json: boolean): AsyncGenerator<string> {
  const { origin, address, isOpened, agentToken, ended } = serving;
  if (json) yield toJson({ origin, address, agentToken, speaker: speaker.kind });
  else
    yield [
      `${address}\n`,
      isOpened ? 'Opened in your browser.' : 'Open this address in a browser.',
      ' It ends a minute after its last tab is gone, or with Ctrl-C.\n',
      ...(speaker.kind === 'user'
        ? []
        : ['No person is known to have started it: the page may look, but decide nothing.\n']),
    ].join('');
  await ended;
}

function tellFault(fault: unknown): Block {
  const words = isAfterwitError(fault) || fault instanceof Error ? fault.message : String(fault);
  return [row('A page met an internal fault: ', dim(words))];
}
