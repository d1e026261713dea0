import { describe, expect, it } from 'vitest';
import { callOf, flagOf } from '../../src/cli/command-line/command.ts';
import { commonOptions, listCommands, optionsOf } from '../../src/cli/command-line/commands.ts';
import { exitStatuses } from '../../src/cli/report-error.ts';
import { agentMarks } from '../../src/engine/speakers/identify-speaker.ts';
import { errorCatalogue } from '../../src/model/errors.ts';
import { renderCliReference } from './cli-page.ts';

describe('the reference page', () => {
  const page = renderCliReference();

  it.each(listCommands())('describes %s', (_name, command) => {
    const anchor = callOf(command)
      .toLowerCase()
      .replace(/[[\]…]/g, '')
      .replaceAll(' ', '-');
    expect(page).toContain(`\n## \`${callOf(command)}\`\n\n${command.summary}`);
    expect(page).toContain(`[${command.words.join(' ') || 'afterwit'}](#${anchor})`);
    const { answer } = command;
    if (answer !== undefined) expect(page).toContain(`\n- JSON: \`${answer}\`\n`);
    for (const example of Object.keys(command.examples)) expect(page).toContain(example);
    for (const text of [command.details ?? []].flat()) expect(page).toContain(text);
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

  it('tells an option of every command once', () => {
    for (const { description } of Object.values(commonOptions))
      expect(page.split(description)).toHaveLength(2);
  });

  it('can be tabled: no bar inside, and no fence', () => {
    expect(page).not.toMatch(/^```/m);
    const columns = (page.match(/^\|.*$/gm) ?? []).map((row) => row.split('|').length - 2);
    expect(new Set(columns)).toEqual(new Set([2, 3]));
  });
});
