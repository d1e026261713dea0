import * as operations from '../../api/operations.ts';
import type { TeamMember, TeamStatus } from '../../model/answers/team-answers.ts';
import { countOf } from '../../wording/formats.ts';
import { asking } from '../ask.ts';
import { type Block, bold, cyan, date, dim, indent, itemMark, row, text, unbroken } from '../page.ts';

export const teamCreate = asking(operations.createTeam, ({ hub, password }) => [
  text(bold('The team is founded'), `, in ${hub}.`),
  showPassword(password),
  text('Next: ', cyan('afterwit team sync'), ', then ', cyan('afterwit team invite NAME')),
]);

function showPassword(password: string | undefined): Block {
  return password === undefined
    ? false
    : [
        text("Password of the team's role, shown this once; every machine needs it:"),
        unbroken(cyan(`export PGPASSWORD=${password}`)),
      ];
}

export const teamInvite = asking(operations.inviteToTeam, ({ name, role, code, expiresAtMs }) => [
  text(bold(`${name} may join as ${role}`), ', with one machine; the code ends ', date(expiresAtMs), ':'),
  unbroken(cyan(`afterwit team join ${code}`)),
  text(dim('Send it as you would a password. Your next sync lets the machine in.')),
]);

export const teamJoin = asking(operations.joinTeam, ({ member, hub }) => [
  text(bold(`Joined as ${member}`), `, in ${hub}.`),
  text('What you tell counts once your inviter has synced.'),
]);

export const teamSync = asking(
  operations.syncTeam,
  ({ pulled, pushed, taken, forgotten, conflicts, admitted, setAside }) => [
    text(
      bold(`${countOf(pulled, 'operation')} came, ${pushed} went`),
      `: ${countOf(taken, 'memory', 'memories')} of colleagues new or changed, ${forgotten} forgotten.`,
    ),
    admitted > 0 && text(`${countOf(admitted, 'machine')} let in.`),
    setAside.map((machine) =>
      text(
        ...[
          bold('Warning: '),
          `the log of the machine ${machine.slice(0, 8)} is not what that machine wrote. `,
        ],
        'It was passed over; its next sync writes it anew.',
      ),
    ),
    conflicts > 0 &&
      text(
        `Of ${countOf(conflicts, 'memory', 'memories')} there are several versions: `,
        cyan('afterwit review'),
      ),
  ],
);

export const teamStatus = asking(operations.teamStatus, (teams) =>
  teams.length === 0 ? text('This home belongs to no team.') : teams.map(showTeam),
);

function showTeam({
  team,
  hub,
  member,
  role,
  members,
  operations: count,
  unpushed,
  unproved,
  until,
}: TeamStatus): Block {
  return [
    text(bold(`Team ${team.slice(0, 8)}`), ` in ${hub}: ${member}, ${role ?? 'not let in yet'}.`),
    until !== undefined &&
      text(bold('Revoked: '), `what is told here from operation ${until} on counts for nothing.`),
    text(
      `${countOf(members, 'machine')}, ${countOf(count, 'operation')}, ${unpushed} not sent, ${unproved} of machines that are no members.`,
    ),
  ];
}

export const teamMembers = asking(operations.teamMembers, showMembers);
export const teamRevoke = asking(operations.revokeFromTeam, ({ members, canRead, password }) => [
  showMembers(members),
  showPassword(password),
  canRead && text('It can still read where the team leaves its operations: take that right away there, too.'),
]);

export const teamSearch = asking(operations.searchTeam, ({ hits, unproved, facets, matched, isCut }) => [
  text(
    bold(
      `${countOf(hits.length, 'memory', 'memories')} of ${isCut ? 'more than ' : ''}${matched} that match`,
    ),
    unproved > 0 && `; ${unproved} left out that no member signed`,
  ),
  hits.map(({ item, title, type, member, atMs, confirmations, isHere }) => [
    row([itemMark(item), '  '], bold(title)),
    indent(
      4,
      text(
        dim(
          `${type}, ${member}, `,
          date(atMs),
          `, confirmed by ${confirmations}${isHere ? '' : ', not in this home'}`,
        ),
      ),
    ),
  ]),
  facets.length > 0 && text(dim(facets.map(({ value, hits: count }) => `${value} ${count}`).join(' · '))),
]);

function showMembers(members: readonly TeamMember[]): Block {
  return members.map(({ machine, name, role, state, until, operations: count, isThis }) =>
    text(
      ...[bold(machine.slice(0, 8)), ` ${name}, ${role}, ${countOf(count, 'operation')}`],
      state === 'gone' ? `; gone, nothing counts from ${until} on` : isThis ? '; this machine' : '',
    ),
  );
}

export const teamCompact = asking(operations.compactTeam, ({ emptied }) =>
  text(bold(countOf(emptied, 'replaced text')), ' taken from the remote.'),
);

export const teamLeave = asking(operations.leaveTeam, ({ removed, isTold }) => [
  text(bold('Left.'), ` ${countOf(removed, 'memory', 'memories')} of colleagues taken out.`),
  !isTold && text('The team could not be reached: an owner should revoke this machine.'),
]);

export const teamLog = asking(operations.teamLog, (entries) =>
  entries.map(({ machine, seq, atMs, principal, kind, item, state }) =>
    text(
      date(atMs),
      ` ${machine.slice(0, 8)}:${seq} ${principal} ${kind} ${item?.slice(0, 8) ?? ''} `,
      dim(state),
    ),
  ),
);
