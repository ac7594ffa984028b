const frequent = new Set(
  (
    'true false yes no on off none null nil undefined default auto enabled disabled enable disable always never ' +
    'production prod development dev develop test tests testing staging stage preview local ci debug release ' +
    'trace verbose info notice warn warning error errors fatal critical silent quiet ' +
    'localhost host.docker.internal 127.0.0.1 0.0.0.0 ::1 http https tcp udp ssl tls ' +
    'root admin user users guest public private internal external master main app api web server client worker ' +
    'postgres postgresql mysql mariadb sqlite sqlite3 mongodb redis memcached rabbitmq kafka memory file disk ' +
    'json text plain pretty html utf8 utf-8 ascii c.utf-8 en_us.utf-8 en us de fr es utc gmt europe/berlin ' +
    'python node bash docker linux windows darwin smtp memory console stdout stderr strict lax'
  ).split(' '),
);
const ofSecret = /PASS|SECRET|TOKEN|KEY|CREDENTIAL|PRIVATE|AUTH|SALT|CERT|PIN/i;
const longestWord = 24;

/**
 * Returns true if the value of a variable is a common word, a small number or a switch, and its name is not that of a
 * secret. Stored as a secret it would be masked wherever a program prints the word.
 */
export function isCommonWord({ name, value }: { name: string; value: string }): boolean {
  if (value.length > longestWord || ofSecret.test(name)) return false;
  return frequent.has(value.toLowerCase()) || /^\d{1,5}$/.test(value);
}
