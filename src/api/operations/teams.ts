import { itemTypes } from '../../model/memory-item.ts';
import { teamRoles } from '../../model/team.ts';
import { speaker } from '../common-fields.ts';
import { choice, choices, count, flag, required, text, texts } from '../field.ts';
import { ofRepository } from '../operation.ts';

const beginning = {
  name: text('Your name in the team. Default: your login name.', { placeholder: 'NAME' }),
  captured: flag('Share what sessions here teach, too, and not only what you confirmed.'),
  publicly: text('Type yes where the remote may be public.', { placeholder: 'yes', flag: 'public' }),
  speaker,
};

/** @throws NEEDS_PERSON, INVALID_ARGUMENT where the remote may be public and yes was not typed */
export const createTeam = ofRepository({
  name: 'createTeam',
  summary: 'Found a team for this repository: its machines share what people confirmed.',
  answer: 'TeamFounding',
  input: {
    remote: text('Where operations are left: a git URL, or postgres://… Default: the remote origin.', {
      placeholder: 'URL',
    }),
    branches: flag('Use branches below afterwit/, for hosts that take no other refs.'),
    reviewed: flag('What writers propose is recalled once a reviewer or an owner confirmed it.'),
    ...beginning,
  },
  terminal: {
    words: ['team', 'create'],
    details: [
      'Nothing leaves this machine before `afterwit team sync`. Only a person may.',
      'Postgres gives the team a role, whose password is shown once and read from PGPASSWORD or ~/.pgpass. TLS is set as for psql.',
    ],
    examples: {
      'afterwit team create': 'In refs of the remote origin.',
      'afterwit team create --remote postgres://db.example.org/hub':
        'AFTERWIT_TEAM_OWNER holds the connection string of who may make roles there.',
    },
  },
  run: async (input, context) => await (await import('../../open/teams.ts')).createTeam(context, input),
});

/** @throws NEEDS_PERSON, INVALID_ARGUMENT */
export const inviteToTeam = ofRepository({
  name: 'inviteToTeam',
  summary: 'Invite one machine of a colleague, by a code that may be used once.',
  answer: 'TeamInvitation',
  input: {
    name: required(text('Name of the colleague in the team.', { placeholder: 'NAME' })),
    role: choice(teamRoles, 'What the machine may do.', { placeholder: 'ROLE', byDefault: 'writer' }),
    days: count('Days until the code ends.', { placeholder: 'DAYS', byDefault: '7' }),
    speaker,
  },
  takes: ['name'],
  terminal: {
    words: ['team', 'invite'],
    details: 'Send the code as you would a password. Your machine lets the colleague in at its next sync.',
    examples: { 'afterwit team invite ben --role reviewer': 'Ben may approve, too.' },
  },
  run: async (input, context) => await (await import('../../open/teams.ts')).inviteToTeam(context, input),
});

/** @throws NEEDS_PERSON, INVALID_ARGUMENT, TEAM_UNREACHABLE */
export const joinTeam = ofRepository({
  name: 'joinTeam',
  summary: 'Join a team by the code of an invitation.',
  answer: 'TeamStatus',
  input: {
    code: required(text('Code of the invitation.', { placeholder: 'CODE' })),
    captured: beginning.captured,
    publicly: beginning.publicly,
    speaker,
  },
  takes: ['code'],
  terminal: {
    words: ['team', 'join'],
    examples: { 'afterwit team join team.eyJ0': 'In a clone of the repository.' },
  },
  run: async (input, context) => await (await import('../../open/teams.ts')).joinTeam(context, input),
});

/** @throws NEEDS_PERSON, TEAM_UNREACHABLE */
export const syncTeam = ofRepository({
  name: 'syncTeam',
  summary: 'Fetch what the team told, and send what was told here.',
  answer: 'TeamSyncReport',
  input: { speaker },
  terminal: {
    words: ['team', 'sync'],
    details:
      'What a colleague said is found when asked. It is shown unasked once it is confirmed here, or by two people and a passing check.',
    examples: { 'afterwit team sync': 'Every morning.' },
  },
  run: async (input, context) => await (await import('../../open/teams.ts')).syncHere(context, input),
});

/** The teams of the home. */
export const teamStatus = ofRepository({
  name: 'teamStatus',
  summary: 'Show the teams of this home, and what is not sent yet.',
  answer: 'TeamStatus[]',
  input: {},
  terminal: {
    words: ['team', 'status'],
    examples: { 'afterwit team status': 'Is all sent?' },
  },
  run: async (_, { dependencies: { store } }) =>
    (await import('../../engine/teams/team-life.ts')).teamStatuses(store),
});

export const teamMembers = ofRepository({
  name: 'teamMembers',
  summary: 'List the machines of the team, and what each may do.',
  answer: 'TeamMember[]',
  input: {},
  terminal: {
    words: ['team', 'members'],
    examples: { 'afterwit team members': 'Who is in?' },
  },
  run: async (_, context) => (await import('../../open/teams.ts')).membersHere(context),
});

/** @throws NEEDS_PERSON, INVALID_ARGUMENT, TEAM_UNREACHABLE */
export const revokeFromTeam = ofRepository({
  name: 'revokeFromTeam',
  summary: 'Revoke a machine or a colleague: what they tell from now on counts for nothing anywhere.',
  answer: 'TeamRevocation',
  input: {
    who: required(text('Name of a member, or the beginning of a machine.', { placeholder: 'WHO' })),
    from: count('First of their operations that counts for nothing. Default: the first not here yet.', {
      placeholder: 'SEQ',
    }),
    speaker,
  },
  takes: ['who'],
  terminal: {
    words: ['team', 'revoke'],
    details:
      "In Postgres the machine can read on until the role's password is a new one, which is made where AFTERWIT_TEAM_OWNER is set.",
    examples: { 'afterwit team revoke 5e6f7a8b': 'A laptop was lost.' },
  },
  run: async (input, context) => await (await import('../../open/teams.ts')).revokeFromTeam(context, input),
});

/** @throws NEEDS_PERSON, INVALID_ARGUMENT for a team in git, TEAM_UNREACHABLE */
export const searchTeam = ofRepository({
  name: 'searchTeam',
  summary: "Search all that a team's Postgres holds, also of repositories that are not here.",
  answer: 'TeamSearchAnswer',
  input: {
    query: required(
      text('Words, as for a search engine: "exact words", or, -without.', { placeholder: 'WORDS' }),
    ),
    types: choices(itemTypes, 'Only memories of this type.', { placeholder: 'TYPE', flag: 'type' }),
    members: texts('Only what this colleague said.', { placeholder: 'NAME', flag: 'member' }),
    here: flag('Only of the repository here.'),
    confirmed: flag('Only what a colleague confirmed.'),
    limit: count('Most memories.', { placeholder: 'COUNT', byDefault: '20' }),
    speaker,
  },
  takes: ['query'],
  terminal: {
    words: ['team', 'search'],
    examples: { 'afterwit team search "citric acid" --member ben': 'What did Ben say?' },
  },
  run: async (input, context) => await (await import('../../open/team-logs.ts')).searchHere(context, input),
});

/** @throws NEEDS_PERSON, INVALID_ARGUMENT */
export const leaveTeam = ofRepository({
  name: 'leaveTeam',
  summary: 'Leave the team: memories of colleagues go, yours stay.',
  answer: 'TeamLeaving',
  input: { speaker },
  terminal: {
    words: ['team', 'leave'],
    details: 'The team keeps of yours what a colleague confirmed.',
    examples: { 'afterwit team leave': 'On a machine that you hand back.' },
  },
  run: async (input, context) => await (await import('../../open/teams.ts')).leaveTeam(context, input),
});

/** @throws NEEDS_PERSON for the whole log, TEAM_UNREACHABLE */
export const teamLog = ofRepository({
  name: 'teamLog',
  summary: 'Show what the machines of the team told, newest first.',
  answer: 'TeamLogEntry[]',
  input: {
    item: text('Only what is about this memory, by its whole id.', { placeholder: 'ID' }),
    limit: count('Most entries.', { placeholder: 'COUNT', byDefault: '50' }),
    whole: flag('All that the remote holds, with each operation as it was signed: an export, by --json.'),
    speaker,
  },
  terminal: {
    words: ['team', 'log'],
    examples: {
      'afterwit team log --limit 10': 'What came last?',
      'afterwit team log --whole --json': 'Export everything.',
    },
  },
  run: async (input, context) => await (await import('../../open/team-logs.ts')).logHere(context, input),
});

/** @throws NEEDS_PERSON, INVALID_ARGUMENT for a speaker who is no owner, TEAM_UNREACHABLE */
export const compactTeam = ofRepository({
  name: 'compactTeam',
  summary: 'Take texts from the remote that later ones took the place of.',
  answer: 'TeamCompaction',
  input: {
    days: count('Keep those that were replaced within so many days.', {
      placeholder: 'DAYS',
      byDefault: '90',
    }),
    speaker,
  },
  terminal: {
    words: ['team', 'compact'],
    details:
      'What the team says stays as it is, and so does who said what when. A revocation that reaches further back brings no text back.',
    examples: { 'afterwit team compact --days 30': 'Keep a month of earlier texts.' },
  },
  run: async (input, context) => await (await import('../../open/team-logs.ts')).compactHere(context, input),
});
