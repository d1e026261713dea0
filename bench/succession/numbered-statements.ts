/** Two statements that differ in what `{}` stands for alone, and what that is: told apart by a person before any rule was written. */
export interface NumberedStatement {
  readonly text: string;
  readonly values: readonly [earlier: string, later: string];
  /** `name`: it says of which thing this is said, and both hold. `value`: it is what is said, and the later one holds. */
  readonly numberIs: 'name' | 'value';
}

const name = (text: string, earlier: string, later: string): NumberedStatement => {
  return { text, values: [earlier, later], numberIs: 'name' };
};
const value = (text: string, earlier: string, later: string): NumberedStatement => {
  return { text, values: [earlier, later], numberIs: 'value' };
};

/** The rule was written while looking at these. */
export const numberedStatements: readonly NumberedStatement[] = [
  name('Issue #{} is fixed by clearing the cache.', '123', '456'),
  name('Port {} must stay free.', '5432', '6379'),
  name('Test suite {} is flaky.', '3', '7'),
  name('Python {} is supported.', '3.9', '3.12'),
  name('PR #{} must not be merged before the release.', '88', '91'),
  name('Error {} means that the schema is out of date.', 'E1042', 'E1077'),
  name('HTTP {} is retried after a pause.', '429', '503'),
  name('Migration {} cannot be rolled back.', '0042', '0051'),
  name('Shard {} lives in the Frankfurt region.', '2', '5'),
  name('Exit code {} means bad arguments.', '2', '64'),
  value('The retry limit is {}.', '3', '5'),
  value('Node {} is required.', '20', '22'),
  value('Retry failed uploads {} times.', '3', '5'),
  value('The staging database listens on port {}.', '5432', '5433'),
  value('Requests time out after {} seconds.', '30', '60'),
  value('Line length is {}.', '88', '100'),
  value('Use Python {} for development.', '3.11', '3.12'),
  value('We support Node {}.', '18', '20'),
  value('Coverage must stay above {} %.', '80', '90'),
  value('Keep functions under {} lines.', '40', '60'),
];

/** The rule was not written while looking at these; eight of the nouns of names are in its list all the same. */
export const unseenStatements: readonly NumberedStatement[] = [
  name('RFC {} is followed by the gateway.', '7231', '9110'),
  name('Worker {} needs a restart after each deploy.', '4', '9'),
  name('Ticket {} is a duplicate of the rounding bug.', 'PAY-311', 'PAY-478'),
  name('Line {} of the Dockerfile must not be reordered.', '12', '30'),
  name('Rule {} of the style guide does not apply to tests.', '7', '11'),
  name('Commit {} broke the build on Windows.', '4f3a9c1', '9be0d22'),
  name('GPU {} is reserved for the nightly job.', '0', '1'),
  name('Warning {} is silenced in vendor code.', 'C4996', 'C4244'),
  name('Do not touch the table {} by hand.', 'events_2023', 'events_2024'),
  name('Step {} of the release script asks for a password.', '3', '5'),
  value('The pool holds at most {} connections.', '10', '25'),
  value('The API is at version {}.', '2.3', '2.4'),
  value('Postgres {} is used in production.', '14', '16'),
  value('Releases are cut every {} weeks.', '2', '3'),
  value('Log files are kept for {} days.', '14', '30'),
  value('Set the batch size to {}.', '64', '128'),
  value('The build needs JDK {}.', '17', '21'),
  value('The browser bundle targets {}.', 'ES2019', 'ES2022'),
  value('The frontend runs on port {}.', '3000', '8080'),
  value('Pin numpy to {}.', '1.26', '2.0'),
];

/** Written after the rule, with nouns that it does not list, and before it was changed; they changed nothing. */
export const freshStatements: readonly NumberedStatement[] = [
  name('Runner {} has no access to the registry.', '3', '8'),
  name('Do not reuse fixture {} in other tests.', '14', '21'),
  name('Release {} shipped without signed binaries.', '2.4', '2.7'),
  name('Node {} of the cluster keeps the write lock.', '1', '4'),
  name('Signal {} stops the daemon after its current job.', '2', '15'),
  name('Opcode {} reads one operand from the stack.', '17', '42'),
  name('Channel {} carries the telemetry of the probe.', '5', '6'),
  name('The proposal for sprint {} was turned down by security.', '31', '34'),
  name('Queue {} drains before the others at shutdown.', '0', '3'),
  name('Experiment {} used the old tokenizer.', '118', '124'),
  value('The cache expires after {} minutes.', '10', '15'),
  value('File uploads are limited to {} MB.', '25', '50'),
  value('New files get mode {}.', '0644', '0600'),
  value('The accent colour of links is {}.', '#0055aa', '#117733'),
  value('Keep every paragraph below {} words.', '120', '90'),
  value('Do not merge with fewer than {} approvals.', '1', '2'),
  value('Our images are built on Alpine {}.', '3.18', '3.20'),
  value('Backups run at {} every night.', '02:00', '04:30'),
  value('The sampling rate of traces is {}.', '0.1', '0.05'),
  value('The minimum supported Rust version is {}.', '1.70', '1.74'),
];

/** Written before the rule became one of places instead of nouns and verbs, before it was changed, and counted once. */
export const lateStatements: readonly NumberedStatement[] = [
  name('Phase {} of the rollout starts with the internal team.', '1', '2'),
  name('Queue worker {} handles invoices only.', '3', '6'),
  name('Ticket #{} blocks the release.', '204', '377'),
  name('Never reassign port {}.', '8443', '9443'),
  name('Chapter {} of the handbook explains on-call.', '4', '9'),
  name('Bug {} also affects the mobile app.', '5512', '6020'),
  name('Status {} comes from the proxy, not from the app.', '502', '504'),
  name('Table users_{} holds archived accounts.', '2019', '2020'),
  name('Version {} crashes on startup under Alpine.', '4.1', '4.3'),
  name('Sensor {} reports in Fahrenheit.', '12', '15'),
  value('Sessions end after {} hours of inactivity.', '8', '12'),
  value('The default page size is {}.', '20', '50'),
  value('Deploys need {} approvals.', '1', '2'),
  value('Terraform {} or newer is needed.', '1.3', '1.6'),
  value('Keep commit subjects within {} characters.', '72', '100'),
  value('Images larger than {} MB are rejected.', '5', '10'),
  value('The API gateway sits on port {}.', '8080', '8443'),
  value('Python {} is our target.', '3.11', '3.12'),
  value('Run the load test with {} virtual users.', '100', '500'),
  value('Log retention: {} days.', '14', '30'),
];
