import type { CommandDefinition } from './command-definition.ts';

/** Commands that connect agents to the memory, and pause it. */
export const agentCommands = {
  setup: {
    words: ['setup'],
    otherNames: ['init', 'install', 'connect'],
    summary: 'Connect an agent: help after failing commands, and tools to query the memory.',
    details: [
      "Adds an MCP server to the agent's own settings files, and hooks where it hands its model what they say; whatever else they hold stays as it is, comments included, and a copy is kept beside each. Running it again changes nothing.",
      'Without --agent it shows the changes for each agent on this machine that is not yet connected, and asks.',
    ],
    arguments: [],
    options: ['agent', 'dryRun', 'remove', 'project', 'cold', 'profile', 'fromHere'],
    timeless: true,
    examples: [
      { command: 'afterwit setup', explanation: 'Which agents are here? Connects each after asking.' },
      { command: 'npx afterwit setup --from-here', explanation: 'Without installing it first.' },
      { command: 'afterwit setup --agent claude-code --dry-run', explanation: 'What would change?' },
      { command: 'afterwit setup --agent claude-code', explanation: 'Change it.' },
      { command: 'afterwit setup --agent claude-code --remove', explanation: 'Disconnect it again.' },
    ],
    jsonType: 'SetupReport | SetupOverview',
  },
  sessions: {
    words: ['sessions'],
    summary: 'Say in three lines what the last sessions of agents here did, left open and learned.',
    details: [
      'By rules alone, from what is kept of each session when it is read (mine-sessions): what was asked first, cut, the files that it changed, its commits, and the check that failed after its last change. Says nothing where there is nothing to say, or where sessions may not be read.',
    ],
    arguments: [],
    options: ['limit'],
    optionWords: { limit: 'Most sessions that --json lists. Default: 5.' },
    timeless: true,
    examples: [{ command: 'afterwit sessions', explanation: 'Where did the last sessions stop?' }],
    jsonType: 'SessionList',
  },
  mineSessions: {
    words: ['mine-sessions'],
    summary:
      'Learn from the sessions of agents in this repository: failures and what fixed them, rules that you stated.',
    details: [
      'Reads the transcripts that Claude Code and Codex keep, without a language model. A fix counts only where the command that failed passed later; what it was is told from the change. Before the first run it asks a person at the terminal; only after a yes are sessions read, now and whenever they pause or end.',
      'Everything is kept as said by the agent, and recalled on request. The next agent whose command fails in the same way is shown the change or the command as the tools recorded it, marked as unconfirmed; all else is shown unasked only after a person approves it (review). Secrets are removed before anything is written, and nothing leaves this machine.',
      'Can be stopped at any time and run again: only what is new is read, and nothing is remembered twice.',
    ],
    arguments: [
      {
        name: 'path',
        description: 'Transcripts, or folders of them. Default: those of the agents on this machine.',
        several: true,
        optional: true,
      },
    ],
    options: ['folder', 'dryRun', 'yes'],
    timeless: true,
    examples: [
      { command: 'afterwit mine-sessions --dry-run', explanation: 'What would be learned?' },
      { command: 'afterwit mine-sessions', explanation: 'Learn it.' },
      {
        command: 'afterwit mine-sessions --folder ~/old/project',
        explanation: 'Also from sessions in the folder where the clone lay before.',
      },
    ],
    jsonType: 'MiningReport',
  },
  importRules: {
    words: ['import-rules'],
    summary:
      'Keep the memory in step with the rule files of this repository: AGENTS.md, CLAUDE.md and their like.',
    details: [
      'Reads AGENTS.md, CLAUDE.md, GEMINI.md, the rules of Cursor and the instructions of Copilot as they stand in the working tree, in every folder. New rules are remembered; a rule that is gone gives way to the one in its place, or is archived; one that is back is revived. What a person decided about a rule stays.',
      'Rules hold in this repository only, and are believed as the words of a file.',
    ],
    arguments: [],
    options: ['dryRun'],
    timeless: true,
    examples: [
      { command: 'afterwit import-rules --dry-run', explanation: 'What would change?' },
      { command: 'afterwit import-rules', explanation: 'Change it.' },
    ],
    jsonType: 'RulesReport',
  },
  mcp: {
    words: ['mcp'],
    otherNames: ['serve', 'server'],
    summary: 'Serve the memory to an agent as MCP tools, over standard input and output.',
    details: [
      'Agents start this server themselves; setup configures them. It ends when its standard input closes. mcp must be the first word of the command line.',
    ],
    arguments: [],
    options: ['profile', 'issues'],
    timeless: true,
    examples: [
      { command: 'afterwit mcp --repo ~/project', explanation: 'What an agent starts.' },
      { command: 'afterwit mcp --profile full', explanation: 'With the tools of the code graph, too.' },
    ],
  },
  pause: {
    words: ['pause'],
    summary: 'Show no memory unasked in this repository, until resume.',
    details: ['Questions are still answered, and remembering goes on.'],
    arguments: [],
    options: [],
    timeless: true,
    examples: [{ command: 'afterwit pause', explanation: 'Stop showing memories to the agents here.' }],
    jsonType: '{ sinceMs: number }',
  },
  resume: {
    words: ['resume'],
    summary: 'Show memories unasked again in this repository.',
    details: ['For persons: no agent ends what may be the pause of somebody else.'],
    arguments: [],
    options: [],
    timeless: true,
    examples: [{ command: 'afterwit resume', explanation: 'Show them again.' }],
    jsonType: '{ resumed: boolean }',
  },
} as const satisfies Record<string, CommandDefinition>;
