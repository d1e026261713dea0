import { describe, expect, it } from 'vitest';
import { agentMarks } from '../engine/speakers/identify-speaker.ts';
import { errorCatalogue } from '../model/errors.ts';
import { callOf, flagOf } from './command-line/command.ts';
import { listCommands, optionsOf } from './command-line/commands.ts';
import { exitStatuses } from './exit-codes.ts';
import { renderCliReference } from './render-cli-reference.ts';

describe('the reference page', () => {
  const page = renderCliReference();

  it.each(listCommands())('describes %s', (_name, command) => {
    const heading = ['afterwit', ...command.words].join(' ');
    expect(page).toContain(`\n## ${heading}\n`);
    expect(page).toContain(`- [\`${callOf(command)}\`](#${heading.replaceAll(' ', '-')})`);
    const { answer } = command;
    if (answer !== undefined) expect(page).toContain(`\`--json\` prints \`${answer}\`.`);
  });

  it.each(listCommands())('describes the options of %s', (_name, command) => {
    for (const [name, definition] of Object.entries(optionsOf(command)))
      expect(page).toContain(flagOf(name, definition));
  });

  it.each(exitStatuses)('describes status $status', ({ status, meaning }) => {
    expect(page).toContain(`| ${status} | ${meaning} |`);
  });

  it('names every mark of an agent', () => {
    for (const { variable, agent } of agentMarks) {
      const row = page.split('\n').find((line) => line.startsWith(`| ${agent} |`));
      expect(row).toContain(variable);
    }
  });

  it('places every error code', () => {
    for (const code of Object.keys(errorCatalogue)) expect(page).toContain(`\`${code}\``);
  });

  it('can be fenced and tabled: no fence or bar inside', () => {
    expect(page.match(/^```/gm)).toHaveLength(2 * listCommands().length);
    const columns = (page.match(/^\|.*$/gm) ?? []).map((row) => row.split('|').length - 2);
    expect(new Set(columns)).toEqual(new Set([2, 3]));
  });
});
