/** How programs take a password on their command line, where the letter of an option alone would say too little. */
export interface PasswordArguments {
  readonly programs: readonly string[];
  /** Only beneath one of these words: `-p` of `docker run` is a port. */
  readonly within?: readonly string[];
  /** Options whose next word is the password: `-p X`. */
  readonly separate?: readonly string[];
  /** Options that the password is glued to: `-pX`. */
  readonly attached?: readonly string[];
  /** Where it stands otherwise: beside the user's name, or as the last word. */
  readonly place?: 'user%password' | 'user/password' | 'user,password' | 'last';
}

const words = (list: string) => list.split(/\s+/);

export const passwordArguments: readonly PasswordArguments[] = [
  {
    programs: words(
      `mysql mysqldump mysqladmin mysqlimport mysqlcheck mysqlshow mysqlpump mysqlslap mysqlbinlog mysqlsh mysql_upgrade
      mariadb mariadb-dump mariadb-admin mariadb-import mariadb-check mariadb-backup xtrabackup mycli`,
    ),
    attached: ['-p'],
  },
  { programs: ['sshpass'], separate: ['-p'], attached: ['-p'] },
  { programs: words('7z 7za 7zr unrar rar'), attached: ['-p'] },
  {
    programs: words('docker podman nerdctl buildah skopeo helm oras crane az oc kubectl cf argocd ibmcloud'),
    within: ['login', 'auth'],
    separate: ['-p', '-P'],
    attached: ['-p'],
  },
  {
    programs: words(
      `twine mongo mongosh mongodump mongorestore mongoimport mongoexport cqlsh beeline rabbitmqadmin couchbase-cli cbq
      evil-winrm crackmapexec netexec nxc psexec hdbsql clickhouse-client trino ncftp ncftpput ncftpget rdesktop vncdo sqoop
      wp drush influx tsh nexus jfrog svnrdump smbmap bteq check_mysql`,
    ),
    separate: ['-p', '-pw', '-password', '--pw'],
  },
  {
    programs: words(
      `sqlcmd bcp osql isql tsql freebcp unzip zip zipcloak mosquitto_pub mosquitto_sub mosquitto_rr ipmitool ipmi-power
      psftp hydra medusa dbaccess ttisql kcat cadaver`,
    ),
    separate: ['-P'],
    attached: ['-P'],
  },
  { programs: words('redis-cli redis-benchmark valkey-cli keydb-cli'), separate: ['-a', '--pass'] },
  {
    programs: words(
      'ldapsearch ldapadd ldapmodify ldapdelete ldapwhoami ldappasswd ldapcompare ldapmodrdn ldapexop ldapvi dsconf dsidm kadmin',
    ),
    separate: ['-w', '-W', '-s'],
    attached: ['-w'],
  },
  {
    programs: words('ipa-client-install ipa-server-install ipa-replica-install realm'),
    separate: ['-w', '-W', '-p', '-a'],
  },
  { programs: words('pk12util certutil signtool'), separate: ['-W', '-K', '-w', '-k', '/p'] },
  { programs: ['openssl'], separate: ['-k', '-K', '-passphrase'] },
  { programs: words('plink pscp puttygen nodetool winscp'), separate: ['-pw', '-password'] },
  { programs: words('snmpget snmpwalk snmpset snmpbulkwalk snmptrap'), separate: ['-A', '-X'] },
  {
    programs: words('smbclient rpcclient smbget smbcacls smbcquotas net winexe wmic samba-tool'),
    place: 'user%password',
  },
  { programs: words('sqlplus sqlcl rman expdp impdp exp imp sqlldr'), place: 'user/password' },
  { programs: ['lftp'], place: 'user,password' },
  { programs: ['htpasswd'], place: 'last' },
];
