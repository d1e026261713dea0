import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Played } from '../../tests/clients/played.ts';
import { describeRate, percentile } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import { type Figure, notRun } from '../suite.ts';

/** The played sessions of one client. */
interface MeasuredClient {
  readonly name: string;
  /** The same turn without afterwit and with it, one after the other. */
  readonly turns: readonly {
    readonly without: Played;
    readonly with: Played;
    /** When the known failure, the last command with afterwit, had failed: milliseconds since 1970. */
    readonly failedAtMs: number;
  }[];
  /** The result that the model got for a call of each tool. */
  readonly tools: readonly { readonly tool: string; readonly text: string }[];
  /** A session that met failures nothing is known of. */
  readonly unknown: Played | undefined;
}

interface ClientsFigures extends Readonly<Record<string, Figure>> {
  readonly turn_added_ms_p50: Figure;
  readonly tool_text_lost: Figure;
  readonly question_unknown: Figure;
}

const middle = (values: readonly number[]): Figure =>
  values.length === 0 ? notRun : Math.round(percentile(values, 0.5));
const tokensOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + countTokens(text), 0);

/** Data, or next to nothing, in place of a text. */
const isLost = (text: string): boolean => /^\{|"decisionId"/m.test(text) || text.trim() === '';

/** Cards told once the session runs. */
const toldLater = ({ cards }: Played) => cards.filter(({ request }) => request > 0);

export function clientsFigures(measured: readonly MeasuredClient[]): ClientsFigures {
  const unknown = measured.flatMap((client) => client.unknown ?? []);
  const told = unknown.reduce((sum, played) => sum + toldLater(played).length, 0);
  const failures = unknown.reduce((sum, { answers }) => sum + answers.length, 0);
  const tools = measured.flatMap((client) => client.tools);
  return {
    turn_added_ms_p50: middle(measured.flatMap(addedMs)),
    tool_text_lost: tools.length === 0 ? notRun : tools.filter(({ text }) => isLost(text)).length,
    question_unknown: failures === 0 ? notRun : told / failures,
  };
}

const addedMs = ({ turns }: MeasuredClient): readonly number[] =>
  turns.map((turn) => turn.with.tookMs - turn.without.tookMs);

export function clientsTables(measured: readonly MeasuredClient[]): readonly Table[] {
  return [turnTable(measured), tokenTable(measured)];
}

const sinceFailedMs = ({ with: played, failedAtMs }: MeasuredClient['turns'][number]): number =>
  (played.askedAtMs[3] ?? 0) - failedAtMs;

function turnTable(measured: readonly MeasuredClient[]): Table {
  const rowsOf = ({ name, turns }: MeasuredClient) => {
    const row = (what: string, msOf: (played: Played) => number) => {
      const [bare, connected] = [
        turns.map((turn) => msOf(turn.without)),
        turns.map((turn) => msOf(turn.with)),
      ];
      const added = connected.map((ms, at) => ms - (bare[at] ?? ms));
      return [name, what, turns.length, middle(bare), middle(connected), middle(added)];
    };
    return [
      row('whole turn', ({ tookMs }) => tookMs),
      row('a command that passes, to the next request', ({ betweenMs: [ms = 0] }) => ms),
      row('a failure nothing is known of, to the next request', ({ betweenMs: [, ms = 0] }) => ms),
      row('a known failure, to the next request', ({ betweenMs: [, , ms = 0] }) => ms),
      [
        name,
        'the end of a known failure to the next request',
        turns.length,
        '',
        middle(turns.map(sinceFailedMs)),
        '',
      ],
    ];
  };
  return {
    title: 'Milliseconds at the client, p50',
    columns: ['client', 'what', 'n', 'without', 'with', 'added'],
    rows: measured.flatMap(rowsOf),
  };
}

function tokenTable(measured: readonly MeasuredClient[]): Table {
  const rowsOf = ({ name, turns, tools, unknown }: MeasuredClient) => {
    const cards = turns.map((turn) => turn.with.cards);
    const toldAt = (isStart: boolean): Figure =>
      middle(
        cards.map((told) =>
          tokensOf(told.filter(({ request }) => (request === 0) === isStart).map(({ text }) => text)),
        ),
      );
    return [
      [name, 'unasked, at the start', toldAt(true)],
      [name, 'unasked, a known failure', toldAt(false)],
      [
        name,
        'told at failures nothing is known of',
        unknown === undefined ? notRun : describeRate(toldLater(unknown).length, unknown.answers.length),
      ],
      ...tools.map(({ tool, text }) => [name, `answer of ${tool}`, tokensOf([text])]),
    ];
  };
  return {
    title: 'Tokens that the model was sent',
    columns: ['client', 'what', 'tokens'],
    rows: measured.flatMap(rowsOf),
  };
}
