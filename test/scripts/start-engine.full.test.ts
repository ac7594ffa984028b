import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasCommand } from '../../scripts/engine/debian.ts';
import { root, run } from '../house/checkout.ts';

/**
 * A real dockerd in a mount and network namespace of its own, where another program sits on the default socket:
 * neither the machine's engine nor its bridge is touched.
 */
const scene = `
set -u
mkdir -p /var/lib/strongroom-engine
mount -t tmpfs tmpfs /var/lib/strongroom-engine
mount -t tmpfs tmpfs /run
ip link set lo up
mount -t tmpfs tmpfs /usr/local/sbin
cat > /usr/local/sbin/dockerd <<'END'
#!/bin/sh
# The first attempt ends as on a machine that is too busy to start containerd in time.
[ -e /run/attempted ] && exec /usr/sbin/dockerd "$@"
touch /run/attempted
echo 'failed to start containerd: timeout waiting for containerd to start'
exit 1
END
chmod 755 /usr/local/sbin/dockerd
"$NODE" -e 'require("http").createServer((_, r) => r.end("not docker")).listen("/run/docker.sock")' & squatter=$!
until [ -S /run/docker.sock ]; do sleep 0.05; done
"$NODE" scripts/engine.mjs; echo "first $?"
"$NODE" scripts/engine.mjs; echo "second $?"
echo "note $(stat -c %a /run/strongroom/engine.json) $(cat /run/strongroom/engine.json)"
echo "folder $(stat -c %a /run/strongroom)"
echo "root $(docker -H unix:///run/strongroom/docker.sock info --format '{{.DockerRootDir}}')"
kill $squatter
kill "$(cat /var/lib/strongroom-engine/dockerd.pid)"
while pgrep --ns $$ --nslist net -x dockerd > /dev/null; do sleep 0.1; done
`;

const isPossible = process.platform === 'linux' && process.getuid?.() === 0 && hasCommand('dockerd');

describe.skipIf(!isPossible)('npm run engine, with a stranger on the default socket', () => {
  let output: string;

  beforeAll(async () => {
    const environment = ['-u', 'DOCKER_HOST', '-u', 'XDG_RUNTIME_DIR', `NODE=${process.execPath}`];
    const namespaces = ['unshare', '--mount', '--net', '--propagation', 'private'];
    ({ output } = await run(root, ['env', ...environment, ...namespaces, 'bash', '-c', scene]));
  }, 90_000);

  afterAll(() => {
    // The output of the script, if it fails.
    if (!output.includes('second 0')) process.stderr.write(output);
  });

  it('starts an engine in the runtime folder, with a data root of its own', () => {
    expect(output).toContain('at unix:///run/strongroom/docker.sock');
    expect(output).toContain('first 0');
    expect(output).toContain('root /var/lib/strongroom-engine');
  });

  it('tries again if dockerd ends before it answers, and says why', () => {
    expect(output).toContain('(attempt 1 of 3): failed to start containerd: timeout waiting for containerd to start');
  });

  it('leaves a note for the daemon that only this user reads', () => {
    expect(output).toContain('note 600 {"socketPath":"/run/strongroom/docker.sock"}');
    expect(output).toContain('folder 700');
  });

  it('says the second time that an engine answers already', () => {
    expect(output).toMatch(/A Docker engine answers already: .*\nsecond 0/);
  });
});
