import { formatBytes, formatCount } from '../../../src/wording/formats.ts';
import { type AnswerOf, jsonHref } from '../api.ts';
import { useAsk } from '../live.ts';
import { FaultNote, Figure, Heading, Moment, Tag } from '../parts.tsx';

type Check = AnswerOf<'diagnose'>['checks'][number];

const tones: Readonly<Record<Check['result'], string>> = { ok: 'good', warning: 'warn', problem: 'bad' };
const order: readonly Check['result'][] = ['problem', 'warning', 'ok'];

/** Health. */
export function Health() {
  const diagnosis = useAsk('diagnose', {}, true);
  const status = useAsk('status', {}, true);
  return (
    <>
      <Heading question="Is it well?" json={jsonHref('diagnose', {})} />
      <FaultNote fault={diagnosis.fault ?? status.fault} />
      <div
        class={
          diagnosis.answer === undefined && diagnosis.fault === undefined ? 'sections' : 'sections settled'
        }
      >
        {status.answer === undefined ? null : <Sizes status={status.answer} />}
        {diagnosis.answer === undefined ? (
          diagnosis.fault === undefined && <p class="quiet">Asking git, the memory and each agent…</p>
        ) : (
          <Checks checks={diagnosis.answer.checks} />
        )}
        <Models />
      </div>
    </>
  );
}

function Sizes({ status }: { readonly status: AnswerOf<'status'> }) {
  const { memories, index, connected, hooks, files, version, home, repository } = status;
  return (
    <>
      <dl class="figures">
        <Figure
          label="Memories here"
          value={memories.here}
          note={`${formatCount(memories.waiting)} wait for you`}
        />
        <Figure
          label="Memory"
          value={formatBytes(files.bytes)}
          note={files.backup ? `backup ${formatBytes(files.backup.bytes)}` : 'no backup yet'}
        />
        <Figure label="Index" value={formatBytes(index.bytes)} note={index.state} />
        <Figure label="Commits" value={index.commitCount} />
        <Figure label="Agents" value={connected.length} note={connected.join(', ') || 'none is connected'} />
        <Figure
          label="Hooks too late"
          value={hooks.tooLate}
          note={hooks.faults > 0 ? `${formatCount(hooks.faults)} faults in 7 days` : 'in 7 days'}
        />
      </dl>
      <p class="quiet">
        afterwit {version}, {repository.name} at <code>{repository.path}</code>, home <code>{home}</code>
        {hooks.lastReason === undefined || hooks.lastAtMs === undefined ? null : (
          <>
            . The last hook that failed or was too late: {hooks.lastReason}, <Moment atMs={hooks.lastAtMs} />
          </>
        )}
        {files.backup === undefined ? null : (
          <>
            . Backed up <Moment atMs={files.backup.atMs} />
          </>
        )}
      </p>
      <HookTimes times={hooks.times} />
      {status.nextSteps.length === 0 ? null : (
        <section aria-label="Next steps">
          <h2>Next</h2>
          <ul class="memories">
            {status.nextSteps.map(({ command, why }) => (
              <li key={command}>
                <code>{command}</code> <small>{why}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** How long an agent waited for hooks, as counts between limits. */
function HookTimes({ times }: { readonly times: AnswerOf<'status'>['hooks']['times'] }) {
  const most = Math.max(...times.map(({ count }) => count));
  return (
    <section aria-label="How long hooks took">
      <h2>How long hooks took</h2>
      {times.length === 0 ? (
        <p class="quiet">None has told anything in 7 days, or had a reason not to.</p>
      ) : null}
      <ol class="paths">
        {times.map(({ upToMs, count }) => (
          <li key={upToMs}>
            <span>
              {upToMs / 2} to {upToMs} ms
            </span>
            <meter min={0} max={most} value={count} aria-label={`hooks of ${upToMs / 2} to ${upToMs} ms`} />
            <small>{formatCount(count)}</small>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Checks({ checks }: { readonly checks: readonly Check[] }) {
  return (
    <section class="checks" aria-label="Checks">
      <h2>Checks</h2>
      <ul class="memories">
        {checks
          .toSorted((a, b) => order.indexOf(a.result) - order.indexOf(b.result))
          .map(({ name, result, message, remedy }) => (
            <li key={name}>
              <Tag tone={tones[result]}>{result}</Tag> <b>{name}</b> {message}
              {remedy === undefined ? null : <small>{remedy}</small>}
            </li>
          ))}
      </ul>
    </section>
  );
}

function Models() {
  const overview = useAsk('models', {}, true);
  const costs = useAsk('modelCosts', {}, true);
  const { answer } = overview;
  if (answer === undefined) return <FaultNote fault={overview.fault} />;
  if (answer.provider === 'none')
    return (
      <section aria-label="Language model">
        <h2>Language model</h2>
        <p class="quiet">None is asked. Nothing leaves this machine.</p>
      </section>
    );
  const lines = costs.answer?.lines ?? [];
  return (
    <section aria-label="Language model">
      <h2>Language model</h2>
      <p>
        {answer.model} at {answer.where}: today {formatCount(answer.today.calls)} calls of{' '}
        {formatCount(answer.limits.calls)}, ${answer.today.cost.toFixed(2)}
      </p>
      {lines.length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must be scrolled by keys too
        <section class="wide" tabIndex={0} aria-label="Cost by day">
          <table>
            <thead>
              <tr>
                {['Day', 'Use', 'Model'].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
                {['Calls', 'Faults', 'Tokens in', 'Tokens out', 'US $'].map((name) => (
                  <th key={name} scope="col" class="number">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={`${line.day}${line.use}${line.model}`}>
                  <td>{line.day}</td>
                  <td>{line.use}</td>
                  <td>{line.model}</td>
                  {[line.calls, line.faults, line.inputTokens, line.outputTokens].map((value, at) => (
                    <td key={at} class="number">
                      {formatCount(value)}
                    </td>
                  ))}
                  <td class="number">{line.cost.toFixed(4)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
