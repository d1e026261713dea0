import type { SettingsPart } from '../../ports/settings-files.ts';
import { isObject, unexpectedShape } from './json-text.ts';

const started = /^const started = (\{.*\});$/m;

/** A plugin of OpenCode that loads ours: a file of our own. Where afterwit has moved, it does nothing. */
export const pluginFile: SettingsPart = {
  holds: 'the plugin of afterwit',
  nothing: '',
  isOursAlone: true,
  isValid: () => true,
  isEmpty: (text) => text.trim() === '',

  find: (text) => {
    const found = started.exec(text)?.[1];
    return found === undefined ? undefined : parsed(found);
  },

  put: (text, entry) => {
    if (text.trim() !== '' && pluginFile.find(text) === undefined)
      throw unexpectedShape('afterwit', 'the plugin of afterwit');
    return `// Written by \`afterwit setup\`; \`afterwit setup --agent opencode --remove\` removes it.
import { pathToFileURL } from 'node:url';

const started = ${JSON.stringify(entry)};

export const Afterwit = async (context) => {
  try {
    const { connect } = await import(pathToFileURL(started.plugin).href);
    return connect(started)(context);
  } catch {
    return {};
  }
};
`;
  },

  take: (text) => (pluginFile.find(text) === undefined ? text : ''),
};

function parsed(text: string) {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
